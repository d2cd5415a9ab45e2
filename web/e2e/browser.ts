import { execFileSync } from 'node:child_process'
import { existsSync, globSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    /** The address of the run's one browser. */
    readonly browser: string
  }
}

const root = join(import.meta.dirname, '../..')
/** The shell draws no window around a page, and takes half of the processor time. */
const places = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
]

/** Builds the client where that is needed, and starts the one browser that all test files share. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const executablePath = [process.env.CHROMIUM_PATH ?? '', ...places].find(path => existsSync(path))
  if (executablePath === undefined)
    throw new Error(
      'The tests in a browser need Chromium: install it (apt-get install chromium-headless-shell, or chromium) or name it in CHROMIUM_PATH.',
    )
  if (isStale())
    execFileSync('npm', ['run', 'build', '-w', 'web'], {
      cwd: root,
      stdio: 'inherit',
      // The tests' own NODE_ENV would build React for development.
      env: { ...process.env, NODE_ENV: 'production' },
    })
  const server = await chromium.launchServer({
    executablePath,
    args: ['--no-sandbox', '--disable-dev-shm-usage', '--force-color-profile=srgb'],
    timeout: 60_000,
  })
  project.provide('browser', server.wsEndpoint())
  return () => server.close()
}

/** Whether a source of the client is newer than its build. */
function isStale(): boolean {
  const page = join(root, 'web/dist/index.html')
  if (!existsSync(page)) return true
  const built = statSync(page).mtimeMs
  const sources = globSync(
    [
      'web/src/**/*',
      'web/public/**/*',
      'web/*.{html,ts,json}',
      'web/docs/*',
      'web/reference/*',
      'docs/**/*',
      'sdk/src/**/*.ts',
    ],
    {
      cwd: root,
    },
  )
  return sources.some(path => statSync(join(root, path)).mtimeMs > built)
}
