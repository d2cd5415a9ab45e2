import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import { type Browser, type BrowserContext, chromium, type Locator, type Page } from 'playwright-core'
import { afterAll, expect, inject, onTestFinished } from 'vitest'
import type { TestChain } from '../../server/test/chain.ts'
import {
  createFakeClock,
  type Harness,
  startHarness,
  type User,
  type Wallet,
} from '../../server/test/harness.ts'
import { addWallet, type BrowserWallet } from './wallet.ts'

export const sizes = {
  desktop: { width: 1280, height: 800 },
  phone: { width: 390, height: 844 },
} as const

export type Size = keyof typeof sizes
export const everySize = Object.keys(sizes) as Size[]

/** Long enough for a slow machine that does other things too. */
const patience = 30_000

export type OpenOptions = {
  readonly size?: Size
  readonly theme?: 'light' | 'dark'
  /** The user with a session; without it, a visitor. */
  readonly as?: User
  /** The wallet's account. */
  readonly wallet?: Wallet
  /** The chain to which the wallet sends transactions. */
  readonly chain?: TestChain
  /** The browser's language and number format: British English by default. */
  readonly locale?: string
  /** Toasts, and the actions that they can undo, stay for minutes: a slow machine is in time for them. */
  readonly linger?: boolean
  /** Another browser than the run's own. */
  readonly browser?: Browser
}

export type Visit = { readonly page: Page; readonly context: BrowserContext; readonly wallet: BrowserWallet }

export type WebHarness = Harness & {
  /** The address of a page. */
  url(path: string): string
  /** A new browser context at a page. */
  open(path: string, options?: OpenOptions): Promise<Visit>
}

/** Without streams of events: for tests that wait until the network is idle, or that poll themselves. */
export const quiet = { EVENT_STREAMS: '0' }

type WebOptions = {
  readonly env?: Record<string, string>
  /** The lead of the browser's clock over the service's at the start, in milliseconds. */
  readonly behind?: number
}

/** The real service with the built client, and a browser before it. */
export async function startWeb({ env = {}, behind = 0 }: WebOptions = {}): Promise<WebHarness> {
  const harness = await startHarness({ env, clock: createFakeClock(Date.now() - behind) })
  const url = (path: string) => new URL(path, harness.baseUrl).href
  return {
    ...harness,
    url,
    async open(
      path,
      { size = 'desktop', theme = 'light', as, wallet: owner, chain, linger, locale = 'en-GB', browser } = {},
    ) {
      const context = await (browser ?? (await connect())).newContext({
        viewport: sizes[size],
        hasTouch: size === 'phone',
        colorScheme: theme,
        reducedMotion: 'reduce',
        locale,
        timezoneId: 'UTC',
      })
      onTestFinished(() => context.close())
      // Another browser is not warm yet.
      context.setDefaultTimeout(browser ? 3 * patience : patience)
      const wallet = await addWallet(context, owner ?? as, chain)
      if (linger) await context.addInitScript(slowToasts)
      if (as) await keepSession(context, as)
      const page = await context.newPage()
      await page.goto(url(path))
      return { page, context, wallet }
    },
  }
}

let browser: Promise<Browser> | undefined

/** The one browser of this file's process. */
function connect(): Promise<Browser> {
  browser ??= chromium.connect(inject('browser'))
  return browser
}

afterAll(async () => {
  await (await browser)?.close()
  browser = undefined
})

function slowToasts(): void {
  const { setTimeout } = window
  const slow = (run: TimerHandler, after = 0, ...rest: unknown[]) =>
    setTimeout(run, after >= 5_000 && after < 10_000 ? after * 30 : after, ...rest)
  window.setTimeout = slow as typeof setTimeout
}

/** Stores a session as the client does, from the first page on; a sign-out in the page stays one. */
async function keepSession(context: BrowserContext, { account, token }: User): Promise<void> {
  const kept = {
    address: account.address,
    token,
    walletId: 'org.example.barn',
    expiresAt: Date.now() + 24 * 60 * 60 * 1_000,
  }
  await context.addInitScript(text => {
    if (localStorage.getItem('test.kept') !== null) return
    localStorage.setItem('test.kept', 'yes')
    localStorage.setItem('furrow.session', text)
  }, JSON.stringify(kept))
}

export async function see(locator: Locator): Promise<void> {
  await locator.first().waitFor({ state: 'visible' })
}

export async function seeNot(locator: Locator): Promise<void> {
  await locator.first().waitFor({ state: 'hidden' })
}

/** A page's own heading, which also is in its title. */
export async function seePage(page: Page, title: string, tab = `${title} · Furrow`): Promise<void> {
  await see(page.getByRole('heading', { level: 1, name: title, exact: true }))
  await eventually(() => page.title(), tab)
}

/** Waits until it reads so. */
export async function eventually<T>(read: () => T | Promise<T>, expected: T): Promise<void> {
  await expect.poll(read, { timeout: patience, interval: 50 }).toEqual(expected)
}

/** The search parameters of the page's address. */
export function searchOf(page: Page): Record<string, string> {
  return Object.fromEntries(new URL(page.url()).searchParams)
}

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** The findings of axe, one a line; only those about colours where nothing else can differ. */
export async function audit(page: Page, what: 'all' | 'colours' = 'all'): Promise<string[]> {
  await page.evaluate(axe)
  const { violations } = await page.evaluate(
    async runOnly => {
      const { axe } = window as unknown as { axe: { run(options: object): Promise<AxeResults> } }
      return axe.run({ runOnly, resultTypes: ['violations'] })
    },
    what === 'all' ? everyTag : ofColours,
  )
  return violations.flatMap(({ id, help, nodes }) => nodes.map(({ html }) => `${id}: ${help}: ${html}`))
}

const everyTag = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
const ofColours = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] }

/**
 * Sets the other theme and waits for its colours: they pass from each element to those within it, a frame at a time. The
 * browser lists those of a folded part for ever, though they are finished.
 */
export async function setTheme(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme })
  await page.evaluate(async () => {
    const isStill = () => document.getAnimations().every(({ playState }) => playState === 'finished')
    for (let still = 0; still < 3; still = isStill() ? still + 1 : 0) await new Promise(requestAnimationFrame)
  })
}
