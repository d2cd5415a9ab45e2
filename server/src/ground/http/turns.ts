import { second } from '../clock.ts'
import { UnavailableError } from '../errors.ts'
import { clientOf, holderOf } from './networks.ts'

/** Every answer is there before 25 seconds have passed: many proxies and clients wait no longer. */
const usualPatience = 20 * second

export type Turns = {
  /** The returned function ends the turn. @throws UnavailableError where too many wait, or the turn does not come in time. */
  begin(ip: string | undefined): Promise<() => void>
  /** Overlong work continues and keeps its turn; its caller stops waiting. @throws UnavailableError as above, and then. */
  take<T>(ip: string | undefined, work: () => Promise<T>): Promise<T>
}

type Bounds = {
  readonly atOnce: number
  readonly waiting: number
  readonly busy: string
  /** Milliseconds, from the call on. */
  readonly patience?: number
}

type Waiting = { begin(): void; refuse(): void }
type Network = { hasTurn: boolean; waiting: number; readonly clients: Map<string, Waiting[]> }

/**
 * Networks take turns, and so do the clients within one: others wait for one piece of a greedy caller's work. A network has
 * one turn at a time. Where the queue is full, the network with the most waiting work gives way.
 */
export function createTurns({ atOnce, waiting: most, busy, patience = usualPatience }: Bounds): Turns {
  const networks = new Map<string, Network>()
  let [running, waiting] = [0, 0]

  function enter(ip: string | undefined, one: Waiting): void {
    const [holder, client] = [holderOf(ip), clientOf(ip)]
    const network = networks.get(holder) ?? { hasTurn: false, waiting: 0, clients: new Map() }
    networks.set(holder, network)
    network.clients.set(client, [...(network.clients.get(client) ?? []), one])
    network.waiting++
    waiting++
    if (waiting > most && (running >= atOnce || network.hasTurn)) refuseOne()
  }

  function refuseOne(): void {
    const [holder] = mostOf(networks, ({ waiting }) => waiting)
    const [client, line] = mostOf(
      networks.get(holder)?.clients ?? new Map<string, Waiting[]>(),
      of => of.length,
    )
    const last = line.at(-1) as Waiting
    leave(holder, client, last)
    last.refuse()
  }

  function leave(holder: string, client: string, one: Waiting): void {
    const network = networks.get(holder)
    const line = network?.clients.get(client) ?? []
    if (network === undefined || !line.includes(one)) return
    const left = line.filter(other => other !== one)
    if (left.length === 0) network.clients.delete(client)
    else network.clients.set(client, left)
    network.waiting--
    waiting--
    forget(holder, network)
  }

  function forget(holder: string, { hasTurn, waiting }: Network): void {
    if (!hasTurn && waiting === 0) networks.delete(holder)
  }

  function goOn(): void {
    for (const [holder, network] of networks) {
      if (running >= atOnce) return
      const [first] = network.clients
      if (network.hasTurn || first === undefined) continue
      const [client, [one]] = first as [string, [Waiting]]
      network.hasTurn = true
      running++
      leave(holder, client, one)
      last(network.clients, client)
      one.begin()
    }
  }

  function end(holder: string): void {
    running--
    const network = networks.get(holder)
    if (network === undefined) return
    network.hasTurn = false
    last(networks, holder)
    forget(holder, network)
    goOn()
  }

  function begin(ip: string | undefined): Promise<() => void> {
    const holder = holderOf(ip)
    return new Promise((resolve, reject) => {
      const refuse = () => {
        clearTimeout(timer)
        reject(new UnavailableError(busy, { code: 'busy' }))
      }
      const one: Waiting = {
        begin() {
          clearTimeout(timer)
          resolve(once(() => end(holder)))
        },
        refuse,
      }
      const timer = setTimeout(() => {
        leave(holder, clientOf(ip), one)
        refuse()
      }, patience)
      enter(ip, one)
      goOn()
    })
  }

  return {
    begin,
    async take(ip, work) {
      const asked = performance.now()
      const finish = await begin(ip)
      const done = work().finally(finish)
      const { promise: late, reject } = Promise.withResolvers<never>()
      const timer = setTimeout(
        () => reject(new UnavailableError(busy, { code: 'busy' })),
        asked + patience - performance.now(),
      )
      return Promise.race([done, late]).finally(() => clearTimeout(timer))
    },
  }
}

function last<T>(line: Map<string, T>, key: string): void {
  const value = line.get(key)
  if (value !== undefined && line.delete(key)) line.set(key, value)
}

function mostOf<T>(map: ReadonlyMap<string, T>, countOf: (value: T) => number): [string, T] {
  return [...map].reduce((one, other) => (countOf(other[1]) > countOf(one[1]) ? other : one))
}

function once(act: () => void): () => void {
  let isDone = false
  return () => {
    if (isDone) return
    isDone = true
    act()
  }
}
