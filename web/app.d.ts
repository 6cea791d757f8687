// The table as its parts know each other. The types of the wire are in types.d.ts, which is written from Rust.

import type { acts } from "./acts.js";
import type { mount } from "./board.js";
import type { Beat } from "./beats.js";
import type { camera } from "./camera.js";
import type { edges } from "./edges.js";
import type { film } from "./film.js";
import type { teacher } from "./lesson.js";
import type { orders } from "./orders.js";
import type { puzzler } from "./puzzle.js";
import type { replay } from "./replay.js";
import type { Table } from "./store.js";
import type { talk } from "./talk.js";
import type {
    About,
    Block,
    Board,
    Book,
    Case,
    Line,
    Meta,
    Offer,
    Orders,
    Overlay,
    Puzzling,
    SideRatingMeta,
    Query,
    SpaceState,
    Stopped,
    TableAbout,
    Teaching,
    Tone,
    View,
    Way,
} from "./types.js";

/** What the server answers about a match. */
export type Arrived = { meta: Meta; view: View };
export type Replayed = Arrived & { plies: number };
export type BoardAnswer = { board: Board; map: string };

/** What stands in for a match: a lesson, an example or a puzzle, which nobody keeps. */
export type Source = {
    kind: "lesson" | "example" | "analysis" | "puzzle";
    game: string;
    name: string;
    teaching(): Teaching | null;
    puzzling(): Puzzling | null;
    open(): Promise<Arrived>;
    play(action: string): Promise<{ seq: number }>;
    playList(actions: string[]): Promise<PlayedList>;
    undo(to?: number): Promise<{ seq: number }>;
    readOn(): Promise<{ seq: number }>;
    again(): Promise<{ seq: number }>;
    /** Has a puzzle judged as it is, or its order shown. */
    ask(what: "judge" | "show"): Promise<{ seq: number }>;
    orders(pieces: string[], to?: string): Promise<Orders>;
    query(question: Query): Promise<Overlay>;
    replay(ply: number): Promise<Replayed>;
    hint?(): Promise<{ choices: Choice[] }>;
    analysis?: import("./analysis.js").Analysis;
    journal(): Promise<{ lines: Line[] }>;
    follow(hear: { view: (data: Arrived) => void }): App["stream"];
};

/** The parts of an open table. */
export type App = {
    table: Table;
    touch: boolean;
    map: ReturnType<typeof mount>;
    camera: ReturnType<typeof camera>;
    acts: ReturnType<typeof acts>;
    orders: ReturnType<typeof orders>;
    replay: ReturnType<typeof replay>;
    film: ReturnType<typeof film>;
    edges: ReturnType<typeof edges>;
    talk: ReturnType<typeof talk>;
    /** The teacher of a lesson, who asks a puzzle, or who helps with an analysis. */
    teacher:
        | ReturnType<typeof teacher>
        | ReturnType<typeof puzzler>
        | ReturnType<typeof import("./analysis.js").analyst>
        | undefined;
    stream: { retry(): void; close(): void };
    render(): void;
    notice(html: string, tone?: string): void;
    say(words: string): void;
    replayTo(ply: number, play?: boolean): void;
    showCase(number: string): void;
    ruleNow(): void;
    follow(): void;
    shown(): void;
    receive(data: Arrived, now?: boolean): void;
    recall(): void;
    /** The timer of a notice. */
    fading: number;
    /** The side that sits before the screen. */
    seated: string | undefined;
    /** The line of the journal that is read. */
    line: number | undefined;
};

/** What a button or a key can do. */
export type Commands = Record<string, (node?: HTMLElement) => unknown>;

/** An overlay over the map, and what it was asked of. */
export type Shown = Overlay & { kind: string; piece?: string; from?: string };

/** How far a list of actions came. */
export type PlayedList = {
    seq: number;
    played: number;
    drawn: boolean;
    stopped?: Stopped;
    forced?: string[];
    /** What was answered in advance, in the words of the game. */
    answered?: string[];
};

/** Where the pieces in hand can be sent in the position that the key names. */
export type Ways = { key: string; pieces: string[]; ways: Way[]; leftOut: string[] };

/** Dice that were thrown, and the odds the player saw before. */
export type Rolled = {
    odds: Offer["odds"] | null;
    lines: View["journal"];
    all: View["journal"];
    waiting: boolean;
};

/** What others did, beat by beat: from the first position to the last, the beat that is shown, and what was lost. */
export type Film = {
    beats: Beat[];
    at: number;
    paused: boolean;
    first: View;
    last: Arrived;
    lines: Line[];
    long: number[];
    lost: string[];
};

/** What others did last, with the spaces before and after it. */
export type Summary = {
    lines: Line[];
    before: Record<string, SpaceState>;
    after: Record<string, SpaceState>;
    /** Where each piece was before. */
    stood: Map<string, string>;
};

/** A game on the start page. */
export type Listed = {
    about: About;
    cases?: Record<"given" | "gap" | "ruling", number>;
    ratings?: Record<string, Rating>;
    thumb: string;
    tones?: Tone[];
};
export type Rating = { elo: number; error: number; games: number };
export type Player = { id: string; name: string; says: string };
export type Made = { id: string; url: string; invite?: string };

/** Who one is: guests have no name. */
export type Me = {
    name: string | null;
    devices: { id: string; device: string; created: number; this: boolean }[];
    ratings: SideRatingMeta[];
    bot: boolean;
};
/** The ways by which somebody is told, and what there is to choose from. */
export type ToldBy = { ways: WayMeta[]; feed: boolean; kinds: string[]; push_key?: string };
/** A way by which somebody is told that a game waits. */
export type WayMeta = { id: string; kind: string; target: string; state: string; tried: number; says: string };
/** Seats that are free, and games to watch. */
export type Lobby = { open: Meta[]; challenges: Meta[]; watch: Meta[] };

/** The rulebook as the server sends it. */
export type BookAnswer = { book: Book; cases: CaseText[]; tables?: TableAbout[] };
export type CaseText = Case & { blocks: Block[]; examples?: { id: string; title: string }[] };

/** What the machine would play, and what it says of a finished game. */
export type Choice = { action: string; chance: number; because?: { term: string; gain: number }[] };
/** Luck apart from skill, in thousandths of the chance of one side. */
export type Apart = { dice: number; given: Record<string, number>; rest: number };
export type Decision = {
    ply: number;
    turn?: number;
    side?: string;
    chance: number;
    loss: number;
    dice?: number;
    played?: string;
    better?: string;
    says?: { played: string; better: string };
};
