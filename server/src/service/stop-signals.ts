export const stopSignals = ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT'] as const
type StopSignal = (typeof stopSignals)[number]

/** systemd tells npm and the service, and npm passes signals on: only a later one than this is a second demand. */
const oneIntent = 2_000

export function onStopSignal(stop: (signal: StopSignal) => void): void {
  let firstAt: number | null = null
  for (const signal of stopSignals)
    process.on(signal, () => {
      if (firstAt === null) {
        firstAt = performance.now()
        stop(signal)
      } else if (performance.now() - firstAt > oneIntent) process.exit(1)
    })
}
