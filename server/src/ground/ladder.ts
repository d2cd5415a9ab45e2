export type Rung = { readonly finished: number; readonly places: number }

/** From the lowest rung up, which begins at 0; empty where no ladder bounds the places. */
export type Ladder = readonly Rung[]
