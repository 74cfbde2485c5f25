/** What is wrong with data from outside, in words on which a person can act. */

/** `path` has dots between members, and list positions in brackets: `users[3].name`. */
export type Problem = { path: string; found: string; allowed: string; nearest?: string };

/** Returns what is wrong with a value; an empty list when it is valid. `name` is the name of the value itself. */
export type Check = (value: unknown, name?: string) => readonly Problem[];
