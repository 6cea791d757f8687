//! What a seat may know, and other worlds that it cannot tell apart (1.4).

use kernel::{Journal, Rng, Seat, Viewer};

use crate::{
    sequence::Step,
    state::{Look, Order, Play, Report, Sheet, State},
    tables::{COUNCILS, CardId, Sector, Side},
};

/// How often a world is dealt anew until it explains the reports that were read.
const TRIES: usize = 40;

impl Look<'_> {
    /// 1.4 Whether this viewer may know what a side keeps to itself: the owner, and everybody once all is laid open.
    pub fn knows(self, viewer: Viewer, side: Side) -> bool {
        self.laid_open() || viewer.knows(self.seat(side))
    }

    /// 1.4 Whether what is decided now is kept from the other side.
    pub fn is_secret(self) -> bool {
        matches!(
            self.s.step,
            Step::Sides { .. } | Step::Sheet { .. } | Step::Tell | Step::Alert | Step::Attack
        )
    }

    /// Whether a click now opens something that was hidden: the last line of the Soviet sheet, the German order, the second
    /// name of a side.
    pub fn reveals(self) -> bool {
        match self.s.step {
            Step::Sheet { side: Side::Soviet, line } => line + 1 == self.lines(Side::Soviet),
            Step::Attack | Step::Sides { seat: 1, .. } => true,
            _ => false,
        }
    }

    /// 6.1, 6.7.1, 11.1 Whoever is asked second may decide before the other has: neither sees anything of the other's part.
    pub fn ahead(self, seat: Seat) -> Option<State> {
        let step = match self.s.step {
            Step::Sheet { side: Side::German, .. } if self.s.side_of(seat) == Side::Soviet => {
                Step::Sheet { side: Side::Soviet, line: 0 }
            }
            Step::Alert if self.s.side_of(seat) == Side::German => Step::Attack,
            Step::Sides { seat: 0, first } if seat == Seat(1) => Step::Sides { seat: 1, first },
            _ => return None,
        };
        Some(State { step, ..self.s.clone() })
    }

    /// 6.5 The die of a report shows the Soviet player a card, true or not.
    pub fn draw_reveals(self, seat: Seat) -> bool {
        matches!(self.s.step, Step::ReportDie { .. }) && self.s.side_of(seat) == Side::Soviet
    }
}

impl Play<'_> {
    /// Deals what `knower` cannot know anew: secret spending and with it stock and service, the card, what was named in
    /// reports or read in them, a sheet under way, an order not yet opened.
    pub fn redeal(&mut self, knower: Seat, rng: &mut Rng) {
        if let Step::Sides { seat: 1, first } = &mut self.s.step {
            if knower == Seat(0) {
                return;
            }
            *first = (Side::BOTH[rng.index(2)], rng.below(u64::from(self.t.charts.sides.most) + 1) as u8);
            return;
        }
        let open = matches!(self.s.step, Step::Sides { .. } | Step::SidesTie { .. } | Step::SetUp { .. });
        if open || self.look().laid_open() {
            return;
        }
        let side = self.s.side_of(knower).enemy();
        let written = self.take_back_sheet(side);
        self.deal_past(side, rng);
        if side == Side::Soviet && self.s.step == Step::Attack {
            self.deal_order(rng);
        }
        self.write_again(side, written, rng);
    }

    /// Takes back what a seat that was asked first has decided in secret, as long as the other has not begun; whether there
    /// was anything.
    pub fn unwrite(&mut self, seat: Seat) -> bool {
        let side = self.s.side_of(seat);
        match self.s.step {
            Step::Sheet { side: Side::Soviet, line: 0 } if side == Side::German => {
                self.take_back_sheet(side);
                self.take_back_card(side);
                self.settle_stock(side);
                self.go(Step::Sheet { side, line: 0 });
            }
            Step::Attack if side == Side::Soviet => {
                self.s.stock[side.index()] += i16::from(self.look().order_cost(self.s.order));
                self.s.order = Order::default();
                self.go(Step::Alert);
            }
            Step::Sides { seat: 1, first } if seat == Seat(0) => self.go(Step::Sides { seat: 0, first }),
            _ => return false,
        }
        true
    }

    /// The card that was written on the sheet under way.
    fn take_back_card(&mut self, side: Side) {
        let (i, turns) = (side.index(), &self.t.charts.turns);
        if self.s.turn == turns.card_in {
            self.s.first_card[i] = None;
        }
        if [turns.card_in, turns.change_in].contains(&self.s.turn) {
            self.s.card[i] = self.s.first_card[i];
        }
    }

    /// The stock as it follows from what was spent in secret on the sheets that have been disclosed.
    fn settle_stock(&mut self, side: Side) {
        let i = side.index();
        let look = self.look();
        let spent: i16 =
            (1..=usize::from(self.s.disclosed)).map(|turn| look.secret_spending(side, turn)).sum();
        self.s.stock[i] = self.s.known[i] - spent;
    }

    /// Takes a sheet under way back, and says how many lines were written on it.
    fn take_back_sheet(&mut self, side: Side) -> u8 {
        let Step::Sheet { side: writer, line } = self.s.step else { return 0 };
        let i = side.index();
        self.s.sheet[i] = Sheet::default();
        self.s.points[i][usize::from(self.s.turn) - 1] = 0;
        match (writer == side, side) {
            (true, _) => line,
            (false, Side::German) => self.look().lines(Side::German),
            (false, Side::Soviet) => 0,
        }
    }

    /// The Councils that have been disclosed: points of the service, whether the card was changed, and the cards. A world
    /// must explain the reports as likely as the true one did; when none is found, each report can still have been a lie.
    fn deal_past(&mut self, side: Side, rng: &mut Rng) {
        for _ in 0..TRIES {
            self.deal_services(side, rng);
            self.deal_cards(side, rng);
            let explained = match side {
                Side::German => self.deal_names(rng),
                Side::Soviet => self.deal_readings(rng),
            };
            if explained {
                break;
            }
        }
        self.settle_stock(side);
    }

    /// Points of each Council, and a change of card, so that nobody ever spent what he had not.
    fn deal_services(&mut self, side: Side, rng: &mut Rng) {
        let i = side.index();
        let change = usize::from(self.t.charts.turns.change_in);
        let cost = self.t.charts.service.cost;
        loop {
            let mut points = [0; COUNCILS];
            let changed = usize::from(self.s.disclosed) >= change && rng.below(10) < 3;
            let mut spent = 0;
            let fits = (0..usize::from(self.s.disclosed)).all(|turn| {
                points[turn] = rng.below(3) as u8;
                spent += i16::from(cost[usize::from(points[turn])]);
                if changed && turn + 1 == change {
                    spent += i16::from(self.t.charts.strategies.change_cost);
                }
                spent <= self.s.floor[i][turn]
            });
            if fits {
                self.s.points[i] = points;
                // Cards are dealt next; until then this says whether there are two of them.
                let [first, .., last] = CardId::of(side);
                self.s.first_card[i] = Some(first);
                self.s.card[i] = Some(if changed { last } else { first });
                return;
            }
        }
    }

    fn deal_cards(&mut self, side: Side, rng: &mut Rng) {
        let i = side.index();
        let cards = CardId::of(side);
        let changed = self.s.card[i] != self.s.first_card[i];
        if self.s.disclosed < self.t.charts.turns.card_in {
            (self.s.first_card[i], self.s.card[i]) = (None, None);
            return;
        }
        let first = rng.index(4);
        let second = if changed { (first + 1 + rng.index(3)) % 4 } else { first };
        (self.s.first_card[i], self.s.card[i]) = (Some(cards[first]), Some(cards[second]));
    }

    /// What the German player named, for a Soviet player who knows what he read: a die is rolled and a card named for each
    /// report; the world explains it if the same is read.
    fn deal_names(&mut self, rng: &mut Rng) -> bool {
        let cards = CardId::of(Side::German);
        if let Step::ReportDie { .. } = self.s.step {
            self.s.step = Step::ReportDie { told: cards[rng.index(4)] };
        }
        let mut explained = true;
        for turn in 1..=COUNCILS {
            let Some(Report { read, .. }) = self.s.reports[turn - 1] else { continue };
            let (truth, card) = self.read_again(turn, rng);
            let told = cards[rng.index(4)];
            explained &= if truth { card == Some(read) } else { told == read };
            let told = if card == Some(read) { told } else { read };
            self.s.reports[turn - 1] = Some(Report { told, read });
        }
        explained
    }

    /// What the Soviet player read, for a German player who knows what he named.
    fn deal_readings(&mut self, rng: &mut Rng) -> bool {
        for turn in 1..=COUNCILS {
            let Some(Report { told, .. }) = self.s.reports[turn - 1] else { continue };
            let read = match self.read_again(turn, rng) {
                (true, Some(card)) => card,
                _ => told,
            };
            self.s.reports[turn - 1] = Some(Report { told, read });
        }
        true
    }

    /// Rolls the die of a past report anew: whether it showed the true card, and which that was.
    fn read_again(&self, turn: usize, rng: &mut Rng) -> (bool, Option<CardId>) {
        let look = self.look();
        let die = rng.below(6) as u8 + 1;
        let (intelligence, deception) =
            (look.service_up_to(Side::Soviet, turn), look.service_up_to(Side::German, turn));
        (look.report_is_true(die, intelligence, deception), look.german_card_in(turn))
    }

    /// 6.7.1 An order that the dealt stock and card allow.
    fn deal_order(&mut self, rng: &mut Rng) {
        let look = self.look();
        let alerts = (0..3)
            .map(|alert| Order { alert, strike: None })
            .filter(|it| look.refuse_alert(it.alert).is_ok());
        let strikes = Sector::ALL.into_iter().filter(|&it| look.refuse_strike(it).is_ok());
        let orders: Vec<Order> = alerts.chain(strikes.map(|it| look.strike_order(it))).collect();
        self.s.order = orders[rng.index(orders.len())];
        self.pay_secretly(Side::Soviet, self.look().order_cost(self.s.order));
    }

    /// Writes lines of a sheet again, some way or other.
    fn write_again(&mut self, side: Side, written: u8, rng: &mut Rng) {
        let mut journal = Journal::disabled();
        let mut play = Play { t: self.t, s: self.s, j: &mut journal };
        let mut legal = Vec::new();
        for line in 0..written {
            legal.clear();
            play.look().legal_answers(side, line, &mut legal);
            let action = legal[rng.index(legal.len())];
            play.write_line(side, action);
        }
    }
}
