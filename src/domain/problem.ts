/** What is wrong with outside data, in words a person can act on. */

/** `path` is dotted, list positions stand in brackets: `users[3].name`. */
export type Problem = { path: string; found: string; allowed: string; nearest?: string };

/** Answers what is wrong with a value; nothing when it is sound. `name` is what the value itself is called. */
export type Check = (value: unknown, name?: string) => readonly Problem[];
