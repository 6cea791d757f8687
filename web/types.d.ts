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
  /** Notes on the holding boxes ("2 of 3 ready"), by box id. */
  boxes?: Record<string, string>;
  /** How many lines of the viewer's journal come before those in `journal`. */
  journal_from: number;
  /** The end of the viewer's journal. A line keeps its number; its words change while a march goes on. */
  journal: Line[];
  /** What happened since the viewer last decided. */
  since?: Line[];
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
  /** The invitation to the free seat, for those who sit already. */
  invite?: string;
  /** What the rules of now make of it, where they are not those it was begun under. */
  rules?: RulesMeta;
  /** The record it goes on from. */
  origin?: OriginMeta;
};

/** The digest of a record, how many of its plies were taken over, and its match, if that is one of ours. */
export type OriginMeta = {
  record: string;
  ply: number;
  match?: string;
};

export type SeatMeta = {
  side: string;
  /** `human`, the name of a machine, or nobody yet. */
  player: string | null;
  you: boolean;
  online: boolean;
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
