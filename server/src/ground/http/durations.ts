import type { FastifyInstance } from 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    isStream?: boolean
  }
}

/** Seconds. */
const bounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

type Timed = { readonly labels: string; readonly counts: number[]; sum: number; count: number }
/** Indexed by the first digit of the status. */
type Classes = (Timed | undefined)[]

export type Durations = { show(): string }

const name = 'furrow_http_request_duration_seconds'

/** By route pattern, since URLs would make a series each. A hook per route saves look-ups: call this before routes. */
export function timeRequests(app: FastifyInstance): Durations {
  const all: Timed[] = []
  const unknown = new Map<string, Classes>()

  function count(classes: Classes, route: string, method: string, status: number, ms: number): void {
    const first = Math.floor(status / 100)
    const timed = classes[first] ?? begin(classes, route, method, first)
    const seconds = ms / 1_000
    let index = 0
    while (index < bounds.length && seconds > (bounds[index] as number)) index++
    timed.counts[index] = (timed.counts[index] as number) + 1
    timed.count++
    timed.sum += seconds
  }
  function begin(classes: Classes, route: string, method: string, first: number): Timed {
    const labels = `route=${JSON.stringify(route)},method="${method}",status="${first}xx"`
    const timed = { labels, counts: [...bounds, 0].map(() => 0), sum: 0, count: 0 }
    classes[first] = timed
    all.push(timed)
    return timed
  }

  app.addHook('onRoute', route => {
    // A stream's duration is not a time that anyone waited.
    if (route.config?.isStream) return
    const { url } = route
    const byMethod = new Map([route.method].flat().map(method => [method, [] as Classes]))
    route.onResponse = [
      ...[route.onResponse ?? []].flat(),
      (request, reply, done) => {
        const classes = byMethod.get(request.method)
        if (classes) count(classes, url, request.method, reply.statusCode, reply.elapsedTime)
        done()
      },
    ]
  })
  app.addHook('onResponse', (request, reply, done) => {
    if (request.is404) {
      const { method } = request
      const classes = unknown.get(method) ?? []
      unknown.set(method, classes)
      count(classes, 'unknown', method, reply.statusCode, reply.elapsedTime)
    }
    done()
  })

  return {
    show: () =>
      `# HELP ${name} How long requests took until their answer was sent, by route, method and class of status.\n` +
      `# TYPE ${name} histogram\n${all.map(showOne).join('')}`,
  }
}

function showOne({ labels, counts, sum, count }: Timed): string {
  let below = 0
  const buckets = bounds.map((bound, index) => {
    below += counts[index] as number
    return `${name}_bucket{${labels},le="${bound}"} ${below}\n`
  })
  return (
    buckets.join('') +
    `${name}_bucket{${labels},le="+Inf"} ${count}\n${name}_sum{${labels}} ${sum}\n${name}_count{${labels}} ${count}\n`
  )
}
