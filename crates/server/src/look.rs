//! What a caller is told of a match: meta, summary, view.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
    time::{SystemTime, UNIX_EPOCH},
};

use kernel::{Node, Record, Seat, Viewer, erased::AnyMatch, example::Position};
use serde::Serialize;
use sha2::{Digest, Sha256};
use store::{Saved, SavedOrigin, SavedSeat};
use view::{Ending, Name, View};

use crate::{
    app::App,
    by_file::ByFileMeta,
    clock::{self, Pace},
    error::{Error, Result},
    identity::{Caller, Holder, hex},
    matches::FRIEND,
    past::{self, RulesMeta},
    ratings::RatingMeta,
    sealed::{self, ProofMeta},
    sequel::{self, LinkMeta},
    standing::StandingMeta,
    table::{HUMAN, Seated},
    talk::OfferMeta,
};

/// An answer, already in JSON.
pub struct Look {
    pub meta: Meta,
    pub view: Arc<str>,
    pub seq: usize,
}

/// About a match, as the caller may know it.
#[derive(Clone, PartialEq, Eq, Serialize)]
pub struct Meta {
    pub id: String,
    game: String,
    scenario: String,
    options: Vec<String>,
    title: String,
    against: String,
    seats: Vec<SeatMeta>,
    /// The sides that the caller plays.
    you: Vec<Name>,
    pub waits_for: Option<Name>,
    over: Option<Ending>,
    created: i64,
    changed: i64,
    turn: u16,
    prompt: Name,
    /// Whether the match waits for the caller.
    #[serde(skip)]
    pub waits_for_you: bool,
    /// What was agreed on beside the rules, in games between people.
    #[serde(skip_serializing_if = "Option::is_none")]
    club: Option<ClubMeta>,
    /// What the rules of now make of it, where they are not those it was begun under.
    #[serde(skip_serializing_if = "Option::is_none")]
    rules: Option<RulesMeta>,
    /// The record it goes on from.
    #[serde(skip_serializing_if = "Option::is_none")]
    origin: Option<OriginMeta>,
    /// What proves its dice.
    proof: ProofMeta,
    /// How it hangs together with a match of another game.
    #[serde(skip_serializing_if = "Option::is_none")]
    linked: Option<LinkMeta>,
    /// How it stands, if it is played by file.
    #[serde(skip_serializing_if = "Option::is_none")]
    by_file: Option<ByFileMeta>,
    /// What the caller has answered in advance, or may.
    #[serde(skip_serializing_if = "Option::is_none")]
    standing: Option<StandingMeta>,
}

/// The digest of a record, how many of its plies were taken over, its match, if that is one of ours, and who signed it.
#[derive(Clone, PartialEq, Eq, Serialize)]
pub struct OriginMeta {
    /// Where the game began, in a sentence for everybody at the table.
    pub says: String,
    /// `here`, `elsewhere` or `nobody`.
    pub signed: &'static str,
    pub record: String,
    pub ply: i64,
    #[serde(rename = "match", skip_serializing_if = "Option::is_none")]
    pub of: Option<String>,
    /// Somebody has set up by hand the position that it began in.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub set_up: bool,
}

#[derive(Clone, PartialEq, Eq, Serialize)]
struct SeatMeta {
    side: Name,
    /// `human`, the name of a machine, or nobody yet.
    player: Option<String>,
    /// What the person there is called; guests have no names.
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<String>,
    /// A program plays for this account.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    bot: bool,
    you: bool,
    online: bool,
    /// How strong the person there is at this side.
    #[serde(skip_serializing_if = "Option::is_none")]
    rating: Option<RatingMeta>,
    /// Seconds left, where there is a clock; less than nothing once time has run out.
    #[serde(skip_serializing_if = "Option::is_none")]
    left: Option<i64>,
}

/// What people agree on beside the rules.
#[derive(Clone, PartialEq, Eq, Serialize)]
pub struct ClubMeta {
    /// Anybody may take the free seat.
    open: bool,
    /// The free seat is kept for somebody.
    kept: bool,
    /// It is kept for the caller.
    for_you: bool,
    /// The result moves the ratings.
    rated: bool,
    /// The time that the players give themselves.
    clock: Option<Pace>,
    /// The number of the last line that was said: ask for them when it changes.
    said: i64,
    /// What waits for the other side's answer.
    offer: Option<OfferMeta>,
    /// How many watch.
    watching: usize,
}

impl Look {
    pub fn to_json(&self) -> String {
        format!("{{\"meta\":{},\"view\":{}}}", text(&self.meta), self.view)
    }

    pub fn to_json_with_plies(&self) -> String {
        format!("{{\"meta\":{},\"view\":{},\"plies\":{}}}", text(&self.meta), self.view, self.seq)
    }
}

/// Seconds since 1970.
pub fn now() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs() as i64)
}

/// Thousandths of a second since 1970.
pub fn millis() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as i64)
}

pub fn json(view: &View) -> Arc<str> {
    text(view).into()
}

pub fn text(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("these types have a form in JSON")
}

/// What was worked out for a position, kept until it changes.
#[derive(Default)]
pub struct Seen {
    views: BTreeMap<u8, Arc<str>>,
    public: Option<Arc<Public>>,
}

/// What everybody may know of a match.
pub struct Public {
    /// The side each seat plays now: a bid may have changed them.
    pub sides: Vec<Name>,
    pub waits_for: Option<Name>,
    over: Option<Ending>,
    prompt: Name,
}

pub fn public(table: &mut Seated) -> Arc<Public> {
    let ending = table.agreed_end();
    let Seated { seen, play, seats, past, .. } = table;
    let find = || {
        let mut view = play.position(Viewer::Spectator);
        if let Some(past) = past {
            view = past.shown(view, Viewer::Spectator, past.plies());
        }
        if let Some(ending) = &ending {
            view = Seated::ended_view(view, ending);
        }
        let mut sides = play.sides();
        sides.resize(seats.len(), Name::default());
        Arc::new(Public { sides, waits_for: view.decides, over: view.outcome, prompt: view.prompt.says.lead })
    };
    seen.public.get_or_insert_with(find).clone()
}

/// What the caller sees now.
pub fn look(table: &mut Seated, caller: &Caller) -> Look {
    let viewer = table.viewer(caller, &*table.play);
    let meta = meta(table, caller);
    if let Some(ahead) = table.ahead(caller) {
        return Look { meta, view: json(&ahead.view(table)), seq: table.play.seq() };
    }
    let ending = table.agreed_end();
    let Seated { seen, play, past, .. } = table;
    let find = || {
        let mut view = play.view(viewer);
        if let Some(past) = past {
            view = past.shown(view, viewer, past.plies());
        }
        if let Some(ending) = &ending {
            view = Seated::ended_view(view, ending);
        }
        json(&view)
    };
    let view = seen.views.entry(key(viewer)).or_insert_with(find).clone();
    Look { meta, view, seq: table.play.seq() }
}

/// A number for each viewer of a match.
pub fn key(viewer: Viewer) -> u8 {
    match viewer {
        Viewer::Seat(Seat(seat)) => seat,
        Viewer::Spectator => u8::MAX,
        Viewer::Umpire => u8::MAX - 1,
    }
}

pub fn meta(table: &mut Seated, caller: &Caller) -> Meta {
    let public = public(table);
    let held = table.held(caller);
    let club = club_meta(table, caller, &held);
    let at = now();
    let clock = table.club.terms.clock.as_ref();
    let decides = match table.play.node() {
        Node::Decision(seat) if public.over.is_none() => Some(seat),
        _ => None,
    };
    let seats = (0..).map(Seat).zip(&table.seats).zip(&public.sides);
    let seats = seats.map(|((seat, kept), side)| {
        let machine = kept.player != HUMAN;
        SeatMeta {
            side: side.clone(),
            player: (machine || kept.holder.is_some()).then(|| kept.player.clone()),
            bot: table.bots.get(usize::from(seat.0)).copied().unwrap_or_default(),
            name: table.names.get(usize::from(seat.0)).cloned().flatten(),
            you: held.contains(&seat),
            rating: table.ratings.get(usize::from(seat.0)).cloned().flatten(),
            left: clock.map(|clock| clock::left(clock, usize::from(seat.0), decides == Some(seat), at)),
            online: machine || kept.holder.as_ref().is_some_and(|holder| table.shared.is_online(holder)),
        }
    });
    let seats: Vec<SeatMeta> = seats.collect();
    let rules = past::meta(table, caller);
    let linked = sequel::meta(table);
    let by_file = table.by_file_meta(&public.sides);
    let header = table.play.header();
    Meta {
        id: table.id.to_string(),
        game: header.game.clone(),
        scenario: header.scenario.clone(),
        options: header.options.clone(),
        title: table.title.clone(),
        against: table.against.clone(),
        you: seats.iter().filter(|seat| seat.you).map(|seat| seat.side.clone()).collect(),
        seats,
        waits_for: public.waits_for.clone(),
        over: public.over.clone(),
        created: table.created,
        changed: table.changed,
        turn: table.play.turn(),
        prompt: public.prompt.clone(),
        waits_for_you: table.past.is_none()
            && by_file.is_none()
            && (decides.is_some_and(|seat| held.contains(&seat))
                || table.ahead(caller).is_some_and(|ahead| ahead.asks()))
            || (!held.is_empty() && table.owes_letter()),
        club,
        rules,
        origin: table.origin.clone(),
        proof: table.proof_meta(),
        linked,
        by_file,
        standing: table.standing_meta(caller),
    }
}

/// What people agreed on beside the rules.
fn club_meta(table: &Seated, caller: &Caller, held: &[Seat]) -> Option<ClubMeta> {
    if table.against != FRIEND {
        return None;
    }
    let terms = &table.club.terms;
    let (said, offer) = table.talk_meta();
    let own = |holder: &Holder| terms.wanted.as_ref() == Some(&holder.0);
    Some(ClubMeta {
        open: terms.open,
        kept: terms.wanted.is_some(),
        for_you: held.is_empty() && caller.0.as_ref().is_some_and(own),
        rated: terms.rated,
        clock: terms.clock.as_ref().map(Pace::of),
        said,
        offer,
        watching: table.shared.watching(&table.seats),
    })
}

/// What is told of a match that cannot be opened, so that it does not vanish from the list of those who play it.
pub fn unreadable(app: &App, saved: &Saved, caller: &Caller, says: String) -> Meta {
    let start = &saved.start;
    let shelved = app.shelf.get(&start.game);
    let about = shelved.map(|shelved| shelved.game.about());
    let side = |number: usize| about.and_then(|it| it.sides.get(number)).map_or("", |side| &side.id).into();
    let own = |kept: &SavedSeat| {
        caller.0.as_ref().is_some_and(|holder| kept.holder.as_deref() == Some(holder.0.as_str()))
    };
    let seat = |(number, kept): (usize, &SavedSeat)| SeatMeta {
        side: side(number),
        player: (kept.player != HUMAN || kept.holder.is_some()).then(|| kept.player.clone()),
        name: None,
        bot: false,
        you: own(kept),
        online: false,
        rating: None,
        left: None,
    };
    let seats: Vec<SeatMeta> = start.seats.iter().enumerate().map(seat).collect();
    Meta {
        id: start.id.to_string(),
        game: start.game.clone(),
        scenario: start.scenario.clone(),
        options: start.options.clone(),
        title: about.map_or_else(|| start.game.clone(), |about| about.title.clone()),
        against: start.against.clone(),
        you: seats.iter().filter(|seat| seat.you).map(|seat| seat.side.clone()).collect(),
        seats,
        waits_for: None,
        over: None,
        created: start.created,
        changed: saved.plies.last().map_or(start.created, |ply| ply.at),
        turn: 0,
        prompt: "".into(),
        waits_for_you: false,
        club: None,
        rules: Some(past::unreadable(saved, about.map_or(0, |about| about.revision), says)),
        origin: None,
        proof: sealed::meta(None, start.seats.len(), false),
        linked: None,
        by_file: None,
        standing: None,
    }
}

pub const HIDDEN: Error =
    Error::Forbidden("The record is shown when the game is over: it holds hidden facts.");

/// The record, unless it would tell what somebody may not know.
pub fn record(play: &dyn AnyMatch, ended: bool) -> Result<Record> {
    if !ended && play.outcome().is_none() && hides(play) {
        return Err(HIDDEN);
    }
    Ok(play.record())
}

/// Whether a spectator is kept from anything.
pub fn hides(play: &dyn AnyMatch) -> bool {
    let known = |viewer| {
        let View { spaces, pieces, tracks, boxes, .. } = play.view(viewer);
        (spaces, pieces, tracks, boxes, play.lines(viewer, 0))
    };
    known(Viewer::Spectator) != known(Viewer::Umpire)
}

impl OriginMeta {
    /// What is told of the record that a match began from; `own` is the key of this server.
    pub fn new(origin: &SavedOrigin, own: &str) -> OriginMeta {
        let SavedOrigin { record, ply, continues, signer, copy_of, prologue } = origin;
        let (signed, whose) = match signer {
            _ if continues.is_some() || prologue.is_some() => ("here", "a game of this server"),
            Some(key) if key == own => ("here", "a record that this server signed"),
            Some(_) => ("elsewhere", "a record that another server signed"),
            None => ("nobody", "a record that nobody signed: it may be made up"),
        };
        let plies = if *ply == 1 { "1 ply".to_owned() } else { format!("{ply} plies") };
        let says = match prologue {
            Some(_) => "This game was set up from the end of another game of this server.".to_owned(),
            None => format!("This game began after {plies} of {whose}."),
        };
        let of = prologue.as_ref().map(|it| it.follows).or(*continues).or(*copy_of).map(|id| id.to_string());
        OriginMeta { says, signed, record: record.clone(), ply: *ply, of, set_up: false }
    }

    /// The same of a match that began from a position which somebody has set up by hand: everybody at the table is told.
    pub fn of_position(origin: Option<OriginMeta>, position: &str) -> OriginMeta {
        let before = Position::parse(position).map_or(0, |position| position.before.len());
        let after = match before {
            0 => String::new(),
            1 => ", from the first step of a game on".to_owned(),
            n => format!(", from step {n} of a game on"),
        };
        let says = format!("This game began from a position that somebody set up by hand{after}.");
        match origin {
            Some(origin) if origin.ply == 0 => OriginMeta { says, set_up: true, ..origin },
            Some(origin) => OriginMeta { says: format!("{says} {}", origin.says), set_up: true, ..origin },
            None => OriginMeta {
                says,
                signed: "nobody",
                record: hex(&Sha256::digest(position.as_bytes())),
                ply: 0,
                of: None,
                set_up: true,
            },
        }
    }
}

impl Public {
    /// The side that won.
    pub fn winner(&self) -> Option<&Name> {
        self.over.as_ref()?.winner.as_ref()
    }
}

/// What is new about a match. What is absent has not changed.
#[derive(Serialize)]
pub struct MetaChange<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    seats: Option<&'a [SeatMeta]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    you: Option<&'a [Name]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    waits_for: Option<&'a Option<Name>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    over: Option<&'a Option<Ending>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    changed: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    turn: Option<u16>,
    #[serde(skip_serializing_if = "Option::is_none")]
    prompt: Option<&'a Name>,
    #[serde(skip_serializing_if = "Option::is_none")]
    club: Option<&'a Option<ClubMeta>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rules: Option<&'a Option<RulesMeta>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    proof: Option<&'a ProofMeta>,
    #[serde(skip_serializing_if = "Option::is_none")]
    linked: Option<&'a Option<LinkMeta>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    by_file: Option<&'a Option<ByFileMeta>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    standing: Option<&'a Option<StandingMeta>>,
}

impl Meta {
    /// Whether the caller holds a seat.
    pub fn sits(&self) -> bool {
        self.seats.iter().any(|seat| seat.you)
    }

    /// Whether every seat is taken.
    pub fn is_full(&self) -> bool {
        self.seats.iter().all(|seat| seat.player.is_some())
    }

    /// The side that has won.
    pub fn winner(&self) -> Option<&str> {
        self.over.as_ref().and_then(|over| over.winner.as_deref())
    }

    pub fn title(&self) -> &str {
        &self.title
    }

    pub fn turn(&self) -> u16 {
        self.turn
    }

    pub fn changed(&self) -> i64 {
        self.changed
    }

    /// The side that the caller plays; the first of them, if he plays several.
    pub fn own_side(&self) -> Option<&str> {
        self.you.first().map(|side| &**side)
    }

    pub fn game(&self) -> &str {
        &self.game
    }

    pub fn scenario(&self) -> &str {
        &self.scenario
    }

    /// Whether it is played with these options and no others.
    pub fn has_options(&self, options: &[String]) -> bool {
        let [asked, played] = [options, &self.options].map(|it| it.iter().collect::<BTreeSet<_>>());
        asked == played
    }

    /// The side of the free seat.
    pub fn free_side(&self) -> Option<&str> {
        self.seats.iter().find(|seat| seat.player.is_none()).map(|seat| &*seat.side)
    }

    /// The side that a seat plays.
    pub fn side(&self, seat: usize) -> Option<String> {
        self.seats.get(seat).map(|seat| seat.side.to_string())
    }

    /// The first name at the table.
    pub fn first_name(&self) -> Option<String> {
        self.seats.iter().find_map(|seat| seat.name.clone())
    }

    pub fn is_of(&self, game: &str) -> bool {
        self.game == game
    }

    pub fn is_rated(&self) -> bool {
        self.club.as_ref().is_some_and(|club| club.rated)
    }

    /// Whether anybody may take the free seat.
    pub fn is_open(&self) -> bool {
        self.club.as_ref().is_some_and(|club| club.open)
    }

    pub fn is_for_you(&self) -> bool {
        self.club.as_ref().is_some_and(|club| club.for_you)
    }

    pub fn pace(&self) -> Option<Pace> {
        self.club.as_ref().and_then(|club| club.clock)
    }

    /// What is new since the caller was told this.
    pub fn since(&self, before: &Meta) -> MetaChange<'_> {
        // Every field is named, so that a new one cannot be forgotten here.
        let Meta {
            id: _,
            game: _,
            scenario: _,
            options: _,
            title: _,
            against: _,
            seats,
            you,
            waits_for,
            over,
            created: _,
            changed,
            turn,
            prompt,
            waits_for_you: _,
            club,
            rules,
            origin: _,
            proof,
            linked,
            by_file,
            standing,
        } = self;
        MetaChange {
            seats: (*seats != before.seats).then_some(seats),
            you: (*you != before.you).then_some(you),
            waits_for: (*waits_for != before.waits_for).then_some(waits_for),
            over: (*over != before.over).then_some(over),
            changed: (*changed != before.changed).then_some(*changed),
            turn: (*turn != before.turn).then_some(*turn),
            prompt: (*prompt != before.prompt).then_some(prompt),
            club: (*club != before.club).then_some(club),
            rules: (*rules != before.rules).then_some(rules),
            proof: (*proof != before.proof).then_some(proof),
            linked: (*linked != before.linked).then_some(linked),
            by_file: (*by_file != before.by_file).then_some(by_file),
            standing: (*standing != before.standing).then_some(standing),
        }
    }

    /// Of a lesson or an example, which is looked at and not kept.
    pub fn staged(play: &dyn AnyMatch, id: &str, title: &str, side: Option<&str>) -> Meta {
        let (header, seen) = (play.header(), play.view(Viewer::Spectator));
        Meta {
            id: id.to_owned(),
            game: header.game.clone(),
            scenario: header.scenario.clone(),
            options: header.options.clone(),
            title: title.to_owned(),
            against: "lesson".to_owned(),
            seats: Vec::new(),
            you: side.into_iter().map(Name::from).collect(),
            waits_for: seen.decides,
            over: None,
            created: 0,
            changed: 0,
            turn: play.turn(),
            prompt: "".into(),
            waits_for_you: false,
            club: None,
            rules: None,
            origin: None,
            proof: sealed::meta(None, 0, false),
            linked: None,
            by_file: None,
            standing: None,
        }
    }

    /// Whoever looks at it decides for everybody.
    pub fn both_sides(&mut self, sides: Vec<Name>) {
        self.you = sides;
    }

    pub fn is_over(&self) -> bool {
        self.over.is_some()
    }

    /// Orders a list: what waits for the caller, what goes on, what is over; the newest first.
    pub fn urgency(&self) -> impl Ord + use<> {
        (!self.waits_for_you, self.over.is_some(), std::cmp::Reverse(self.changed))
    }
}
