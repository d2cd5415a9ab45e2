/** For each figure of reading. */
export const seconds = Number(process.env.BENCH_SECONDS ?? 1.5)
/** There are more of those, and each is done many times a second. */
export const writeSeconds = seconds / 3
/** Medians of so many. */
export const rounds = Number(process.env.BENCH_ROUNDS ?? 3)
/** Pieces of work whose review windows are over when the service starts; and how long it may pay them. */
export const due = Number(process.env.BENCH_DUE ?? 10_000)
export const payerSeconds = Number(process.env.BENCH_PAYER_SECONDS ?? Math.max(20, due / 200))
