/** For each figure of a read. */
export const seconds = Number(process.env.BENCH_SECONDS ?? 1.5)
/** For each figure of a write: there are more of them, and each is done many times a second. */
export const writeSeconds = seconds / 3
/** Medians of so many rounds. */
export const rounds = Number(process.env.BENCH_ROUNDS ?? 3)
/** Works with an ended review window when the service starts; and the time it has for paying them. */
export const due = Number(process.env.BENCH_DUE ?? 10_000)
export const payerSeconds = Number(process.env.BENCH_PAYER_SECONDS ?? Math.max(20, due / 200))
