// The table as its parts know each other. The types of the wire are in types.d.ts, which is written from Rust.

import type { acts } from "./acts.js";
import type { mount } from "./board.js";
import type { camera } from "./camera.js";
import type { replay } from "./replay.js";
import type { Table } from "./store.js";
import type { About, Block, Board, Book, Case, Meta, Offer, Overlay, TableAbout, Tone, View } from "./types.js";

/** What the server answers about a match. */
export type Arrived = { meta: Meta; view: View };
export type Replayed = Arrived & { plies: number };
export type BoardAnswer = { board: Board; map: string };

/** The parts of an open table. */
export type App = {
    table: Table;
    touch: boolean;
    map: ReturnType<typeof mount>;
    camera: ReturnType<typeof camera>;
    acts: ReturnType<typeof acts>;
    replay: ReturnType<typeof replay>;
    stream: { retry(): void; close(): void };
    render(): void;
    notice(html: string, tone?: string): void;
    say(words: string): void;
    replayTo(ply: number, play?: boolean): void;
    showCase(number: string): void;
    follow(): void;
    shown(): void;
    receive(data: Arrived, now?: boolean): void;
    recall(): void;
    /** Timers of a notice and of a machine's turn. */
    fading: number;
    showing: number;
    /** The side that sits before the screen. */
    seated: string | undefined;
    /** The line of the journal that is read. */
    line: number | undefined;
};

/** What a button or a key can do. */
export type Commands = Record<string, (node?: HTMLElement) => unknown>;

/** An overlay over the map, and what it was asked of. */
export type Shown = Overlay & { kind: string; piece?: string; from?: string };

/** Dice that were thrown, and the odds the player saw before. */
export type Rolled = {
    odds: Offer["odds"] | null;
    lines: View["journal"];
    all: View["journal"];
    waiting: boolean;
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

/** The rulebook as the server sends it. */
export type BookAnswer = { book: Book; cases: CaseText[]; tables?: TableAbout[] };
export type CaseText = Case & { blocks: Block[] };

/** What the machine would play, and what it says of a finished game. */
export type Choice = { action: string; chance: number };
export type Decision = {
    ply: number;
    turn?: number;
    side?: string;
    chance: number;
    loss: number;
    played?: string;
    better?: string;
    says?: { played: string; better: string };
};
