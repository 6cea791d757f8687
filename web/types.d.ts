// Written by `cargo xtask types` from the types of Rust that cross the wire. Do not edit.

/** Everything about a game that does not change while it is played. */
export type Board = {
  game: string;
  title: string;
  /** Width and height of the map, in the units every other coordinate uses. */
  size: [number, number];
  /** Edge of a counter in the same units. */
  counter: number;
  sides: Side[];
  spaces: Space[];
  /** The printed faces of all counters, by the key that [`Piece::face`] names. */
  faces: Record<string, Face>;
  boxes: Holding[];
  /** What the marks on pieces mean and how they are drawn, by their kind. A kind that is missing is only a word. */
  marks?: Record<string, MarkKind>;
};

/** One of the parties, as the board shows it. */
export type Side = {
  id: string;
  name: string;
  tone: Tone;
};

/** Every game has one dark side with light ink and one light side with dark ink, so that colour is never the only sign. */
export type Tone = "dark" | "light";

/** A place on the map where pieces stand. */
export type Space = {
  id: string;
  name: string;
  terrain: string;
  stack: Stack;
  /** The outline as an SVG path. */
  outline: string;
  label: [number, number];
  center: [number, number];
  /** Where each side's pile stands, by side id. */
  piles?: Record<string, [number, number]>;
  /** Pieces may stand on an upper floor as well. */
  levels?: boolean;
  /** What a screen reader says of the printed space: "9 Ostkirche, urban". */
  spoken: string;
};

/** How pieces are arranged in a space. */
export type Stack = "area" | "zone" | "hex" | "octagon" | "diamond";

/** What is printed on one face of a counter. */
export type Face = {
  tone: Tone;
  set: SymbolSet;
  /** Absent on a counter whose face the viewer may not see. */
  symbol?: string;
  /** Echelon mark above the symbol. */
  size?: string;
  name: string;
  /** Colour of the parent organisation, as `#rrggbb`. */
  band?: string;
  strength?: string;
  ops?: string;
  move?: string;
  foot?: boolean;
  /** The white back of a counter that has acted. */
  acted?: boolean;
  /** What a screen reader says: "German infantry 1./Pol 65, combat 3, movement 4". */
  spoken: string;
};

/** Whose map symbols a counter wears. */
export type SymbolSet = "nato" | "soviet";

/** A place off the map. Pieces there are at `box:<id>`. */
export type Holding = {
  id: string;
  name: string;
  kind: HoldingKind;
  side?: string;
};

/** What being in a holding means for a piece. */
export type HoldingKind = "reserve" | "ready" | "entry" | "eliminated" | "dead" | "out";

/** The position as one viewer may know it, with what that viewer may do. */
export type View = {
  /** How many actions and draws lie behind this position. */
  seq: number;
  game: string;
  /** The viewer's side; absent for spectators. */
  you?: string;
  /** The side that decides; absent while dice are due and when the game is over. */
  decides?: string;
  /** The turn of the game. */
  turn: number;
  /** The named step of the sequence of play, such as `soviet-impulse`. */
  step: string;
  /** What is decided now is kept from the other side: players at one screen change places first. */
  secret?: boolean;
  prompt: Prompt;
  undo: Undo;
  spaces: Record<string, SpaceState>;
  pieces: Piece[];
  offers: Offer[];
  tracks: Track[];
  /** The conditions of victory. */
  aims?: Aim[];
  /** Notes on the holding boxes ("2 of 3 ready"), by box id. */
  boxes?: Record<string, string>;
  /** How many lines of the viewer's journal come before those in `journal`. */
  journal_from: number;
  /** The end of the viewer's journal. A line keeps its number; its words change while a march goes on. */
  journal: Line[];
  /** After how many actions and draws the others began to act last: what came since is their turn. */
  since: number;
  outcome?: Ending;
};

/** How the game ended. */
export type Ending = {
  /** The winning side; absent after a draw. */
  winner?: string;
  says: string;
  cites: string;
};

/** The question in two parts: where we are, and what to do. */
export type Prompt = {
  cites: string;
  says: Says;
};

/** The words of a prompt. */
export type Says = {
  lead: string;
  rest: string;
};

/** Whether the last step can be taken back; if not, what bars it. */
export type Undo = {
  allowed: boolean;
  says: string;
};

/** What lies in a space besides pieces. Spaces with nothing to say are left out. */
export type SpaceState = {
  control?: string;
  marks?: Mark[];
  /** The space the current decision is about. */
  chosen?: boolean;
};

/** A marker: its kind is the vocabulary of examples, its label is for people. */
export type Mark = {
  kind: string;
  label: string;
};

/** One counter. `at` is a space id, `box:<id>`, `cup:<id>`, `entry:<turn>` or `aboard:<piece>`. */
export type Piece = {
  id: string;
  at: string;
  side: string;
  /** Key into [`Board::faces`]. */
  face: string;
  marks?: string[];
  facing?: number;
  level?: string;
  /** How many passengers ride aboard. */
  aboard?: number;
  /** Chosen in the decision under way: a lead, a firer, the unit in mid-move. */
  chosen?: boolean;
};

/** One thing the viewer may do now. Sending `action` back does it. */
export type Offer = {
  action: string;
  target: Target;
  /** The piece that acts, so that picking it narrows the offers. */
  unit?: string;
  label: string;
  /** What is done, in a word or two: "move", "get off". Offers of one piece are told apart by it. */
  verb: string;
  /** The side of a hex it turns to, 0 (north) to 5, clockwise. Buttons of one verb with directions form a rose. */
  direction?: number;
  cites: string;
  /** A letter, unique among the offers that have one. */
  key?: string;
  /** Asks for a second press: what the player may not have meant. */
  warn?: string;
  odds?: Odds;
  /** The dice of these odds are thrown at once. The driver fills it in. */
  rolls?: boolean;
  /** A button after which the viewer no longer decides: what he leaves undone stays undone. The driver fills it in where nothing is hidden. */
  ends?: boolean;
};

/** Where an offer is lit. */
export type Target = { piece: string; space?: undefined; button?: undefined } | { space: string; piece?: undefined; button?: undefined } | { button: boolean; piece?: undefined; space?: undefined };

/** A track, flag or tally beside the map. `value` is the vocabulary of examples. */
export type Track = {
  id: string;
  name: string;
  value: TrackValue;
  /** The same value in words a player reads ("Day", "Soviet", "3 of 9"). */
  says: string;
  side?: string;
  note?: string;
} & TrackKind;

/** A track's value: a number or a word. */
export type TrackValue = number | string;

/** How a track is drawn. */
export type TrackKind = { kind: "row" } & {
  steps: string[];
  at: number;
} | { kind: "flag" } | { kind: "tally" } & {
  of: number;
};

/** A line of the journal. A game fills in what a fact is; the driver adds sequence and provenance, and tells a march as one line. */
export type Line = {
  /** After how many actions and draws this was written. */
  seq: number;
  /** After how many it was last continued, if it was. */
  until?: number;
  cites: string;
  side?: string;
  says: Text;
  rank?: Rank;
  /** What a heading opens. */
  opens?: Opens;
  dice?: number[];
  /** What came of a throw, as a number: the outcome of the odds whose range holds it has happened. */
  result?: number;
  /** Who went which way. */
  march?: March;
  /** Pieces that are lost by it. */
  lost?: string[];
  /** Why the case is not simply given by the rulebook. */
  provenance?: Doubt;
};

/** What a heading opens: a turn, a phase of it, or both. */
export type Opens = {
  turn?: number;
  /** The phase by an id of the game's, such as `impulse`. */
  phase?: string;
};

/** Pieces on their way. The next march of the same pieces by the same verb, from where this one ended, continues its line; one without a way is a turn in place, and only the last turn of a march is told. */
export type March = {
  pieces: string[];
  /** What they do: "go", "retreat". */
  verb: string;
  /** The spaces, where they start first. */
  way: string[];
  /** What it has cost, in halves of a movement point; zero when movement has no cost. */
  halves?: number;
};

/** Why a case or a number is not simply given: a mark that a reader can switch off. */
export type Doubt = "gap" | "ruling";

/** How much weight a journal line has. */
export type Rank = "heading" | "fact" | "detail";

/** A question about the position that is no action: "what can it reach", "why not". */
export type Query = { ask: "why-not" } & {
  action: string;
} | { ask: "why-dark" } & {
  target: Target;
} | { ask: "reach" } & {
  piece: string;
} | { ask: "sight" } & {
  from: string;
} | { ask: "supply" } & {
  piece: string;
} | { ask: "control" };

/** The answer to a [`Query`]: words with cases, and spaces to shade. */
export type Overlay = {
  says: string;
  cites?: string[];
  spaces?: Shade[];
  /** Lines to draw, each a list of space ids. */
  paths?: string[][];
};

/** One shaded space of an overlay. */
export type Shade = {
  space: string;
  /** What the shade means: `reach`, `enemy`, `sees`, `blind`, a side id. */
  kind: string;
  /** A short text to write in the space: a cost, a distance. */
  note?: string;
};

/** A condition of victory as the viewer may know it. */
export type Aim = {
  id: string;
  /** Whose victory it serves. */
  side: string;
  /** The condition in a few words: "Cholm is surrounded". */
  says: string;
  state: AimState;
  /** How much there is and how much is needed, where that is counted. */
  count?: [number, number];
  /** The turn at whose end it is looked at; absent where that is at every moment. */
  by?: number;
  cites: string;
  /** Spaces that would turn it. */
  spaces?: string[];
};

/** How a condition of victory stands. */
export type AimState = "met" | "open" | "lost";

/** What must be done to the view before to get the view after. What is absent has not changed. */
export type Change = {
  /** The `seq` of the view that this change is for. */
  from: number;
  /** The `seq` of the view that it makes. */
  seq: number;
  you?: string | null;
  decides?: string | null;
  turn?: number;
  step?: string;
  secret?: boolean;
  prompt?: Prompt;
  undo?: Undo;
  /** Spaces that have something else to say now; nothing where they have nothing to say any more. */
  spaces?: Record<string, SpaceState | null>;
  pieces?: (Piece | [number, number])[];
  offers?: (Offer | [number, number])[];
  tracks?: (Track | [number, number])[];
  aims?: Aim[];
  boxes?: Record<string, string | null>;
  journal_from?: number;
  journal?: (Line | [number, number])[];
  since?: number;
  outcome?: Ending | null;
};

/** A text in spans. [`Display`](fmt::Display) writes it with its marks, as it was read. */
export type Text = Span[];

/** A part of a text. */
export type Span = { text: string; piece?: undefined; space?: undefined; case?: undefined; number?: undefined; die?: undefined; code?: undefined; strong?: undefined } | { piece: string; text?: undefined; space?: undefined; case?: undefined; number?: undefined; die?: undefined; code?: undefined; strong?: undefined } | { space: string; text?: undefined; piece?: undefined; case?: undefined; number?: undefined; die?: undefined; code?: undefined; strong?: undefined } | { case: string; text?: undefined; piece?: undefined; space?: undefined; number?: undefined; die?: undefined; code?: undefined; strong?: undefined } | { number: string; text?: undefined; piece?: undefined; space?: undefined; case?: undefined; die?: undefined; code?: undefined; strong?: undefined } | { die: number; text?: undefined; piece?: undefined; space?: undefined; case?: undefined; number?: undefined; code?: undefined; strong?: undefined } | { code: string; text?: undefined; piece?: undefined; space?: undefined; case?: undefined; number?: undefined; die?: undefined; strong?: undefined } | { strong: string; text?: undefined; piece?: undefined; space?: undefined; case?: undefined; number?: undefined; die?: undefined; code?: undefined };

/** A part of a case's words. */
export type Block = { text: Text; list?: undefined; table?: undefined } | { list: Text[]; text?: undefined; table?: undefined } | { table: Grid; text?: undefined; list?: undefined };

/** A table. Without a ruled first row the head is empty. */
export type Grid = {
  head: Text[];
  rows: Text[][];
};

/** A kind of mark on a piece: what it says to ears and tips, and what it changes on the counter. */
export type MarkKind = {
  says: string;
  sign: Sign;
};

/** How a mark is drawn. Every sign changes a shape, never a colour alone. */
export type Sign = "word" | "spent" | "reduced" | "moved" | { times: number; badge?: undefined } | "lead" | "fired" | { badge: Badge; times?: undefined };

/** A badge. Shape, letter and colour say the same thing three times. */
export type Badge = {
  shape: Shape;
  letter: string;
  hue: Hue;
};

/** The outline of a badge. */
export type Shape = "circle" | "diamond" | "triangle" | "wedge" | "square" | "shield";

/** The colour of a badge. */
export type Hue = "amber" | "orange" | "red" | "grey" | "blue";

/** A lesson in a list. */
export type LessonAbout = {
  id: string;
  title: string;
  /** What is learned, in a sentence. */
  about: string;
  /** The side that the student plays. */
  side: string;
  /** How many steps it has. */
  steps: number;
};

/** Where a lesson stands. */
export type Teaching = {
  title: string;
  /** The step, from 1 on. */
  step: number;
  of: number;
  says: Block[];
  show: Point[];
  /** Whether the student has to do something at the table; else he reads on. */
  waits: boolean;
  /** Whether this is the end. */
  done: boolean;
};

/** What a teacher points at. */
export type Point = { piece: string; space?: undefined; offer?: undefined; track?: undefined } | { space: string; piece?: undefined; offer?: undefined; track?: undefined } | { offer: string; piece?: undefined; space?: undefined; track?: undefined } | { track: string; piece?: undefined; space?: undefined; offer?: undefined };

/** A game in five minutes. */
export type Guide = {
  aim: Block[];
  turn: Stage[];
  counter: CounterKey;
  surprises: Block[][];
};

/** A part of a turn, with a picture. */
export type Stage = {
  title: string;
  says: Block[];
  /** Where the picture is. */
  picture: string;
  /** The picture in words. */
  alt: string;
};

/** What stands on a counter. */
export type CounterKey = {
  /** A face of the board. */
  face: string;
  parts: CounterPart[];
};

/** One of the things that stand on a counter. */
export type CounterPart = {
  what: string;
  says: string;
};

/** What a game lets somebody arrange. Which piece may stand where, the rules say of each. */
export type Vocabulary = {
  /** The steps of the sequence of play that a position may begin in. */
  steps: string[];
  /** The tracks and flags that can be set. */
  tracks: Settable[];
  /** The marks that pieces may wear. */
  marks: string[];
  /** What may lie in a space. */
  space_marks: string[];
  /** Who may hold a space; empty where that cannot be set. */
  controls: string[];
};

/** A track and the values it may have. */
export type Settable = {
  id: string;
} & Values;

/** Values of a track. */
export type Values = { between: [number, number]; words?: undefined } | { words: string[]; between?: undefined };

/** What may come of an offer, before the player commits to it. */
export type Odds = {
  title: string;
  /** The chance that matters most. */
  headline: Headline;
  /** Choices not made yet that the figures take for granted. */
  assumes: string;
  /** How many equally likely throws there are. */
  of: number;
  /** Every outcome, least first; the ways add up to `of`. */
  outcomes: Outcome[];
  /** Both sums with every modifier and its case. */
  sums: Sum[];
  /** The expectation in words. */
  mean: string;
};

/** The one figure shown large: `ways` of [`Odds::of`]. */
export type Headline = {
  ways: number;
  says: string;
};

/** One outcome and in how many ways it comes about. */
export type Outcome = {
  label: string;
  ways: number;
  /** How hard it hits, 0 (nothing) to 4, for the colour of the bar. */
  weight: number;
  /** The results that it stands for, both ends included: it has happened when [`Line::result`](crate::Line::result) lies within. */
  range: [number, number];
  /** What the range counts ("points"), where neighbours that count the same may be joined: "2 to 3 points". */
  noun?: string;
};

/** One side of a comparison: dice plus modifiers. */
export type Sum = {
  name: string;
  dice: string;
  total: number;
  lines: SumLine[];
};

/** One modifier with its case. */
export type SumLine = {
  says: string;
  cites: string;
  value: number;
  /** Why the number is not simply given by the rulebook. */
  provenance?: Doubt;
};

/** Where can these pieces go? */
export type OrdersAsked = {
  pieces: string[];
  /** The space that is meant; without it all are listed, and several pieces have no clicks yet. */
  to?: string;
};

/** Where pieces can be sent. */
export type Orders = {
  ways: Way[];
  /** Pieces that can go nowhere, or not to the space that is meant. */
  left_out?: string[];
};

/** The cheapest way to a space. */
export type Way = {
  /** The space it leads to. */
  to: string;
  /** What is played, one action after the other; empty as long as several pieces are not told which space is meant. */
  clicks: string[];
  /** The spaces on the way, where it starts first; empty where a piece is put down at once. */
  path?: string[];
  /** What it costs, in halves of a movement point; zero when movement has no cost. */
  halves?: number;
  /** What it meets on the way, each with its case. */
  meets?: Meeting[];
  ends: WayEnd;
  /** The case of its last click. */
  cites: string;
};

/** Something on the way. */
export type Meeting = {
  says: Text;
  cites: string;
};

/** What the last click of a way brings. */
export type WayEnd = "quiet" | "draw" | "reveal" | "other" | "over";

/** Why a list of actions was not played to its end. */
export type Stopped = {
  why: StopReason;
  says: string;
  /** The case of a refusal. */
  case?: string;
};

/** What stopped a list of actions. */
export type StopReason = "draw" | "reveal" | "refused" | "other" | "over";

/** A puzzle in a list. */
export type PuzzleAbout = {
  id: string;
  /** What is asked, in a sentence. */
  task: string;
  /** What the order is about, in a word or two: "fire", "retreat". */
  subject: string;
  /** The side to find an order for. */
  side: string;
  turn: number;
  /** How hard it is, 1 to 3: how seldom machine players find it. */
  stars: number;
};

/** The puzzle of a day. */
export type DailyPuzzle = {
  /** The day, in UTC: "2026-11-18". */
  day: string;
  game: string;
  /** The title of the game. */
  title: string;
  puzzle: PuzzleAbout;
  /** The next one comes in so many seconds. */
  next: number;
};

/** A puzzle at the table, after what was tried. */
export type Puzzling = {
  about: PuzzleAbout;
  /** What the chances are chances of, and how they were found. */
  means: string;
  stands: PuzzleStand;
  /** What was tried, once it is judged. */
  tried?: PuzzleOrder;
  /** The best order, once something was tried; without its clicks as long as they are to be found. */
  best?: PuzzleOrder;
  /** The best of the others, once the best is known. */
  second?: PuzzleOrder;
  /** How often each machine player finds it, once the best is known. */
  found?: PuzzleFound[];
};

/** How a try at a puzzle stands. */
export type PuzzleStand = "open" | "underway" | "solved" | "missed" | "shown";

/** An order with the chance it gives. */
export type PuzzleOrder = {
  /** Its clicks in words. */
  says?: string[];
  /** Its chance in thousandths; absent if it was put aside early. */
  chance?: number;
  /** Where the chance lies, 95 times of 100; absent if it is exact. */
  within?: [number, number];
  /** Counted, not played out. */
  exact?: boolean;
};

/** How often a machine player finds an order. */
export type PuzzleFound = {
  player: string;
  times: number;
  of: number;
};

/** What is known of a game before it is played. */
export type About = {
  /** The id, such as `circle-of-fire`. */
  id: string;
  /** The printed title. */
  title: string;
  /** What it is about, in a sentence or two. */
  blurb: string;
  /** Revision of our rules; a record names the one it was made under. */
  revision: number;
  /** `builtin`, or the fingerprint of what overrides the built-in tables. */
  data: string;
  /** The parties, in the order of their seats. */
  sides: SideAbout[];
  /** What can be played. */
  scenarios: ScenarioAbout[];
  /** What can be agreed on before play. */
  options: OptionAbout[];
  /** The tables and where their numbers come from. */
  tables: TableAbout[];
  /** Usual length against a person, in minutes. */
  minutes: number;
  /** How hard the rules are, 1 to 5. */
  complexity: number;
};

/** A party. */
export type SideAbout = {
  /** The id used in records and on the command line. */
  id: string;
  /** The name people read. */
  name: string;
};

/** A scenario. */
export type ScenarioAbout = {
  /** The id used in records and on the command line. */
  id: string;
  /** The name people read. */
  title: string;
  /** What it covers. */
  blurb: string;
};

/** An optional rule. */
export type OptionAbout = {
  /** The id used in records and on the command line. */
  id: string;
  /** The name people read. */
  title: string;
  /** The case that describes it. */
  rule: string;
  /** What it changes. */
  blurb: string;
  /** Ids of options that cannot be on together with it. */
  excludes: string[];
};

/** A table of the game's data and its provenance. */
export type TableAbout = {
  /** The file it stands in. */
  file: string;
  /** The key of the table. */
  key: string;
  /** Ours, because the printed one was not to be had; may be tuned. */
  reconstructed: boolean;
  /** Where the numbers come from. */
  source: string;
};

/** About the book as a whole. */
export type Book = {
  /** The id of the game. */
  game: string;
  /** The printed title. */
  title: string;
  /** Revision of our rules. */
  revision: number;
  /** What is reconstructed, and why. */
  note: string;
};

/** One numbered case. */
export type Case = {
  /** The printed number. */
  number: string;
  /** A short title in our words. */
  title: string;
  /** The whole case in our words. */
  text: string;
  /** What carries it out. */
  status: Status;
  /** Where it comes from. */
  provenance: Provenance[];
};

/** What carries a case out. */
export type Status = "code" | "data" | "descriptive" | "optional";

/** Where a case comes from. */
export type Provenance = "given" | "gap" | "ruling";

/** What differs from the set-up, by the ids of the view. */
export type Arrangement = {
  /** Pieces and where they are. */
  pieces?: Record<string, PieceSpec>;
  /** Spaces and what lies in them. */
  spaces?: Record<string, SpaceSpec>;
  /** Tracks and what they show. */
  tracks?: Record<string, TrackValue>;
};

/** A piece in a position or in what is expected of it. */
export type PieceSpec = {
  /** A space id, `box:<name>`, `cup:<name>`, `entry:<turn>` or `aboard:<piece>`. */
  at?: string;
  /** Its marks; none by default in a position, not looked at in what is expected. */
  marks?: string[];
  /** The hexside it faces. */
  facing?: number;
  /** The level it stands on. */
  level?: string;
};

/** A space in a position or in what is expected of it. */
export type SpaceSpec = {
  /** The side that controls it. */
  control?: string;
  /** Its markers. */
  marks?: string[];
};

/** A position set up by hand: what its file says. */
export type Study = {
  /** The game it is of. */
  game: string;
  /** What it shows, for people. */
  title?: string;
  /** Starts from this scenario's set-up; the first one by default. */
  scenario?: string;
  /** Options that are on. */
  options?: string[];
  /** What was played before the pieces were rearranged, as lines of a record. */
  before?: string[];
  /** Takes every piece off first. */
  clear: boolean;
  /** The named step of the sequence of play to start in. */
  step?: string;
  /** What differs. */
  position: Arrangement;
};

/** About a match, as the caller may know it. */
export type Meta = {
  id: string;
  game: string;
  scenario: string;
  options: string[];
  title: string;
  against: string;
  seats: SeatMeta[];
  /** The sides that the caller plays. */
  you: string[];
  waits_for: string | null;
  over: Ending | null;
  created: number;
  changed: number;
  turn: number;
  prompt: string;
  /** What was agreed on beside the rules, in games between people. */
  club?: ClubMeta;
  /** What the rules of now make of it, where they are not those it was begun under. */
  rules?: RulesMeta;
  /** The record it goes on from. */
  origin?: OriginMeta;
  /** What proves its dice. */
  proof: ProofMeta;
  /** How it hangs together with a match of another game. */
  linked?: LinkMeta;
};

/** The digest of a record, how many of its plies were taken over, its match, if that is one of ours, and who signed it. */
export type OriginMeta = {
  /** Where the game began, in a sentence for everybody at the table. */
  says: string;
  /** `here`, `elsewhere` or `nobody`. */
  signed: string;
  record: string;
  ply: number;
  match?: string;
  /** Somebody has set up by hand the position that it began in. */
  set_up?: boolean;
};

export type SeatMeta = {
  side: string;
  /** `human`, the name of a machine, or nobody yet. */
  player: string | null;
  /** What the person there is called; guests have no names. */
  name?: string;
  /** A program plays for this account. */
  bot?: boolean;
  you: boolean;
  online: boolean;
  /** How strong the person there is at this side. */
  rating?: RatingMeta;
  /** Seconds left, where there is a clock; less than nothing once time has run out. */
  left?: number;
};

/** What people agree on beside the rules. */
export type ClubMeta = {
  /** Anybody may take the free seat. */
  open: boolean;
  /** The free seat is kept for somebody. */
  kept: boolean;
  /** It is kept for the caller. */
  for_you: boolean;
  /** The result moves the ratings. */
  rated: boolean;
  /** The time that the players give themselves. */
  clock: Pace | null;
  /** The number of the last line that was said: ask for them when it changes. */
  said: number;
  /** What waits for the other side's answer. */
  offer: OfferMeta | null;
  /** How many watch. */
  watching: number;
};

/** What the rules of now make of a match, for those who look at it. */
export type RulesMeta = {
  /** `goes-on`, `differs`, `other-tables` or `unreadable`. */
  state: string;
  /** The same in a sentence or two. */
  says: string;
  /** The revision it was begun under. */
  begun: number;
  /** The revision of now. */
  now: number;
  /** From which ply on which later revision was played. */
  revised: RevisedMeta[];
  /** The first ply that is not one of a game by these rules, counted from one. */
  ply?: number;
  /** The case that refuses it. */
  case?: string;
  /** How many plies were recorded. */
  plies: number;
  /** After how many plies another match can go on in its place. */
  common?: number;
  /** Where that match is, once there is one. */
  continued?: string;
};

export type RevisedMeta = {
  ply: number;
  rules: number;
};

/** A line as it is kept. Whatever a line becomes, it must go on reading what was kept before. */
export type KeptLine = {
  /** The seat that alone may read it. */
  only?: number;
} & Line;

/** The time that players give themselves, in seconds. */
export type Pace = {
  /** What each side begins with. */
  bank: number;
  /** What each turn of the game adds. */
  per_turn: number;
};

/** A rating as it is shown. */
export type RatingMeta = {
  rating: number;
  /** The true strength lies within so much of it in 95 of 100 cases. */
  error: number;
  games: number;
};

/** A rating with what it is for. */
export type SideRatingMeta = {
  game: string;
  side: string;
  rating: RatingMeta;
};

/** What was said or agreed on. */
export type TalkLine = {
  number: number;
  /** After how many plies. */
  seq: number;
  at: number;
  side: string;
  /** `said`, or what was offered, asked, answered or claimed. */
  kind: string;
  says: string;
};

/** What the other side is asked to agree to. */
export type OfferMeta = {
  number: number;
  /** `draw-offered` or `back-asked`. */
  kind: string;
  side: string;
  says: string;
};

export type Talk = {
  lines: TalkLine[];
  /** What the caller has noted for himself. */
  notes: string | null;
};

/** The lobby as the caller sees it. */
export type LobbyAnswer = {
  /** Games whose free seat anybody may take. */
  open: Meta[];
  /** Games whose free seat is kept for the caller. */
  challenges: Meta[];
  /** Games that anybody may watch. */
  watch: Meta[];
};

/** What an invitation is to, without taking anything. */
export type Invited = {
  title: string;
  scenario: string;
  /** The side that is free. */
  side: string;
  /** Who invites, if he has a name. */
  inviter: string | null;
  rated: boolean;
  clock: Pace | null;
};

/** What everybody may know of somebody with an account. */
export type PlayerAnswer = {
  name: string;
  since: number;
  /** A program plays for it. */
  bot: boolean;
  ratings: SideRatingMeta[];
};

/** What everybody may know of the proof of a match. */
export type ProofMeta = {
  /** `none`, `sealed` or `open`. */
  state: string;
  /** The same in a sentence or two. */
  says: string;
  /** The SHA-256 of the secret. */
  commitment?: string;
  /** The hash of everything so far. */
  head?: string;
  /** How many things came in. */
  entries: number;
  /** For each seat who made its salt: `own`, `server`, or `nobody` yet. */
  salts: string[];
};

/** How a match hangs together with one of another game. */
export type LinkMeta = {
  /** What the one means for the other, in a sentence. */
  says: string;
  /** What the way there is called. */
  label: string;
  /** Where the other match is, once there is one. */
  url?: string;
};
