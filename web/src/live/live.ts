import { FurrowError, type LiveEvent } from '@furrow/sdk'
import { furrow } from '../service/furrow.ts'
import { setLive } from '../service/often.ts'
import { queryClient } from '../service/query-client.ts'
import { publicConfig } from '../service/use-config.ts'
import { askAgain, isChange } from './changes.ts'

/** The time for which a hidden tab keeps the connection. */
const hiddenFor = 60_000
/** The time between two beats of the tab with the connection, and the silence after which the others think it lost. */
const beatEvery = 20_000
const silence = 90_000
/** A restarted service is back by then; after that not all browsers ask it at the same moment. */
const comeBack = 10_000

/** Messages between tabs: the service's events, and `beat`, `lost`, and `who`, which asks for a beat. */
type Told = LiveEvent | { readonly type: 'beat' | 'lost' | 'who' }

/**
 * Tells this tab of changes, with one connection for all tabs with the same sign-in: the tab that holds the lock tells the
 * others. Without locks or channels, pages poll now and then as before. Returns a function that ends it.
 */
export function listen(address: string | null): () => void {
  const over = new AbortController()
  void begin(address, over.signal)
  return () => over.abort()
}

async function begin(address: string | null, over: AbortSignal): Promise<void> {
  // A page that came by plain HTTP has neither.
  if (!('locks' in navigator) || !('BroadcastChannel' in window)) return
  const config = await queryClient.fetchQuery(publicConfig).catch(() => null)
  if (config?.events && !over.aborted) takePart(`furrow.live.${address?.toLowerCase() ?? ''}`, over)
}

function takePart(name: string, over: AbortSignal): void {
  const channel = new BroadcastChannel(name)
  let turn: AbortController | null = null
  let connected = false
  let live = false
  let heardAt = Number.NEGATIVE_INFINITY
  let refused = false
  let hiding: ReturnType<typeof setTimeout> | undefined
  let losing: ReturnType<typeof setTimeout> | undefined

  function hear(told: Told): void {
    if (over.aborted) return
    const { type } = told
    heardAt = performance.now()
    clearTimeout(losing)
    if (type === 'lost') {
      losing = setTimeout(goSilent, comeBack * (1 + Math.random()))
      return
    }
    // Asks once for the changes from before it was listening.
    if (type === 'ready' ? !told.resumed : !live) askAgain()
    live = true
    setLive(true)
    if (isChange(type)) askAgain(type)
  }
  function goSilent(): void {
    if (!live) return
    live = false
    setLive(false)
    // Each answer plans the next question anew.
    askAgain()
  }
  function tell(told: Told): void {
    channel.postMessage(told)
    hear(told)
  }
  function lose(): void {
    connected = false
    tell({ type: 'lost' })
  }

  async function lead(signal: AbortSignal): Promise<void> {
    const beat = setInterval(() => connected && tell({ type: 'beat' }), beatEvery)
    try {
      for await (const event of furrow.events({ signal, onLost: lose })) {
        connected = true
        tell(event)
      }
    } catch (error) {
      refused = true
      // The next question gets the same refusal, and the session knows its meaning.
      if (error instanceof FurrowError && error.status === 401) askAgain('tasks')
    } finally {
      clearInterval(beat)
      if (connected) lose()
    }
  }
  function stand(): void {
    if (turn !== null || refused) return
    turn = new AbortController()
    const { signal } = turn
    // A tab that ends in any way releases the lock, and the next in line has it.
    navigator.locks.request(name, { signal }, () => lead(signal)).catch(() => {})
    channel.postMessage({ type: 'who' })
  }
  function step(): void {
    turn?.abort()
    turn = null
  }

  channel.onmessage = ({ data }: MessageEvent<Told>) => {
    if (data.type !== 'who') hear(data)
    else if (connected) channel.postMessage({ type: 'beat' })
  }
  const watch = setInterval(() => {
    if (performance.now() - heardAt > silence) goSilent()
  }, beatEvery)
  function look(): void {
    clearTimeout(hiding)
    if (document.hidden) hiding = setTimeout(step, hiddenFor)
    else stand()
  }
  document.addEventListener('visibilitychange', look)
  over.addEventListener('abort', () => {
    document.removeEventListener('visibilitychange', look)
    for (const timer of [hiding, losing, watch]) clearTimeout(timer)
    step()
    setLive(false)
    // The others are told first that the connection is gone.
    setTimeout(() => channel.close(), 1_000)
  })
  look()
}
