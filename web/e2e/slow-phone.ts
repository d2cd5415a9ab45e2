import type { CDPSession, Page } from 'playwright-core'

/** The load of a page until it is usable, in milliseconds, and how far it moved under the reader's eyes. */
export type Load = {
  readonly firstPaint: number
  readonly largestPaint: number
  readonly usable: number
  readonly shift: number
  readonly longestTask: number
  readonly requests: number
  readonly scriptBytes: number
}

type Seen = {
  paint: number
  largest: number
  shift: number
  usable: number
  tasks: { at: number; took: number }[]
}
declare global {
  interface Window {
    seen: Seen
  }
}

const slowness = 4

/** A page on a phone with a quarter of this machine's speed; `line` is the connection between it and the service. */
export class SlowPhone {
  readonly page: Page
  readonly #devtools: CDPSession
  readonly #scripts = new Map<string, number>()
  readonly #asked: string[] = []

  private constructor(page: Page, devtools: CDPSession) {
    this.page = page
    this.#devtools = devtools
  }

  static async hold(page: Page): Promise<SlowPhone> {
    const devtools = await page.context().newCDPSession(page)
    const phone = new SlowPhone(page, devtools)
    const urls = new Map<string, string>()
    devtools.on('Network.requestWillBeSent', ({ requestId, request }) => {
      urls.set(requestId, request.url)
      phone.#asked.push(request.url)
    })
    devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      const url = urls.get(requestId) ?? ''
      if (url.endsWith('.js')) phone.#scripts.set(url, encodedDataLength)
    })
    await devtools.send('Network.enable')
    await devtools.send('Network.setCacheDisabled', { cacheDisabled: false })
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowness })
    return phone
  }

  /** 400 kbit/s, and 400 ms until anything comes back. */
  async slowLine(): Promise<void> {
    const bytes = 400_000 / 8
    await this.#devtools.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 400,
      downloadThroughput: bytes,
      uploadThroughput: bytes,
    })
  }

  async fastLine(): Promise<void> {
    await this.#devtools.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput: -1,
    })
  }

  /** Opens an address with an empty cache; it is usable once the first of the named elements is drawn. */
  async open(url: string, first: string): Promise<Load> {
    const { page } = this
    await this.forget()
    this.#scripts.clear()
    this.#asked.length = 0
    await page.addInitScript(watch, first)
    await page.goto(url, { waitUntil: 'commit' })
    await page.waitForFunction(() => window.seen.usable > 0, undefined, { timeout: 60_000, polling: 100 })
    const requests = this.#asked.length
    await page.waitForLoadState('networkidle')
    const seen = await page.evaluate(() => window.seen)
    return {
      firstPaint: seen.paint,
      largestPaint: seen.largest,
      usable: seen.usable,
      shift: seen.shift,
      longestTask: longest(seen.tasks),
      requests,
      scriptBytes: [...this.#scripts.values()].reduce((sum, size) => sum + size, 0),
    }
  }

  /** Empties the cache, with what the browser compiled. */
  async forget(): Promise<void> {
    await this.#devtools.send('Network.clearBrowserCache')
  }

  /** How long this processor takes for the same sum at this moment, in milliseconds: other work on the machine makes it longer. */
  async calibrate(): Promise<number> {
    return this.page.evaluate(() => {
      const took = Array.from({ length: 5 }, () => {
        const from = performance.now()
        let sum = 0
        for (let number = 0; number < 4_000_000; number++) sum = (sum * 31 + number) % 1_000_003
        return sum < 0 ? 0 : performance.now() - from
      })
      return took.toSorted((a, b) => a - b)[2] ?? 0
    })
  }

  /**
   * The longest task during an act, until the page is quiet again: four times what this processor works for it, so that other
   * work on the machine, which only makes it wait, does not count.
   */
  async longestDuring(act: () => Promise<unknown>): Promise<number> {
    const browser = this.page.context().browser()
    if (browser === null) throw new Error('the browser is gone')
    await this.#devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 })
    // The browser clears away the page before this one when it has time, which is nothing of this page's.
    await this.#devtools.send('HeapProfiler.collectGarbage')
    await browser.startTracing(this.page, {
      categories: ['toplevel', 'disabled-by-default-devtools.timeline'],
    })
    await act()
    await this.page.evaluate(
      () =>
        new Promise<void>(done =>
          requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 300))),
        ),
    )
    const trace = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] }
    await this.#devtools.send('Emulation.setCPUThrottlingRate', { rate: slowness })
    return slowness * longestOf(trace.traceEvents)
  }
}

type TraceEvent = {
  readonly name: string
  readonly pid: number
  readonly tid: number
  /** In microseconds of the thread's own time. */
  readonly tdur?: number
  readonly args?: { readonly name?: string }
}

/** The longest task of a page's main thread, in milliseconds of its own time. */
function longestOf(events: readonly TraceEvent[]): number {
  const threadOf = ({ pid, tid }: TraceEvent) => `${pid} ${tid}`
  const main = new Set(
    events
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(threadOf),
  )
  const tasks = events.filter(event => event.name.endsWith('RunTask') && main.has(threadOf(event)))
  if (tasks.length === 0) throw new Error('the trace has no tasks of a page')
  return Math.max(...tasks.map(({ tdur = 0 }) => tdur)) / 1_000
}

function longest(tasks: readonly { took: number }[]): number {
  return Math.max(0, ...tasks.map(({ took }) => took))
}

/** Runs in the page, before the page's own scripts. */
function watch(first: string): void {
  const seen: Seen = { paint: 0, largest: 0, shift: 0, usable: 0, tasks: [] }
  window.seen = seen
  const each = (type: string, tell: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver(list => list.getEntries().forEach(tell)).observe({ type, buffered: true })
  each('paint', ({ name, startTime }) => {
    if (name === 'first-contentful-paint') seen.paint = startTime
  })
  each('largest-contentful-paint', ({ startTime }) => {
    seen.largest = startTime
  })
  each('layout-shift', entry => {
    const { value, hadRecentInput } = entry as PerformanceEntry & { value: number; hadRecentInput: boolean }
    if (!hadRecentInput) seen.shift += value
  })
  each('longtask', ({ startTime, duration }) => seen.tasks.push({ at: startTime, took: duration }))
  const observer = new MutationObserver(() => {
    if (document.querySelector(first) === null) return
    observer.disconnect()
    requestAnimationFrame(() => setTimeout(() => (seen.usable = performance.now())))
  })
  observer.observe(document, { childList: true, subtree: true })
}
