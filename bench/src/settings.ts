/** For each figure of reading. */
export const seconds = Number(process.env.BENCH_SECONDS ?? 2)
/** There are more of those, and each is done many times a second. */
export const writeSeconds = seconds / 4
/** Medians of so many. */
export const rounds = Number(process.env.BENCH_ROUNDS ?? 3)
