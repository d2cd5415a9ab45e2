import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'vitest'
import { everySize, quiet, seePage, startWeb } from './harness.ts'
import { placesOf } from './places.ts'
import { past, settle } from './village.ts'

const folder = join(import.meta.dirname, '../screenshots')

test('every page, light and dark, on desktop and phone, into web/screenshots', async () => {
  const web = await startWeb({ env: quiet, behind: past })
  const village = await settle(web)
  await mkdir(folder, { recursive: true })
  for (const theme of ['light', 'dark'] as const)
    for (const size of everySize)
      for (const { name, path, title, as } of placesOf(village)) {
        const { page, context } = await web.open(path, { theme, size, ...(as && { as }) })
        await seePage(page, title)
        await page.waitForLoadState('networkidle')
        await page.screenshot({ path: join(folder, `${name}-${size}-${theme}.png`), fullPage: true })
        await context.close()
      }
}, 600_000)
