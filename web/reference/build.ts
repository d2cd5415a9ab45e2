import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openSite } from '../site-files.ts'

const dist = join(import.meta.dirname, 'dist')
const bundle = join(
  dirname(fileURLToPath(import.meta.resolve('redoc/package.json'))),
  'bundles/redoc.standalone.js',
)
/** The one address of another host that Redoc's page loads by itself: the logo of its makers. */
const logo = 'https://cdn.redoc.ly/redoc/logo-mini.svg'

/** Writes the files of the page at `/api/docs`: Redoc as it is published, but for the logo, and what starts it. */
async function main(): Promise<void> {
  const { write, buildScript } = await openSite(dist)
  const redoc = await readFile(bundle, 'utf8')
  if (redoc.split(logo).length !== 2)
    throw new Error(`Redoc loads ${logo} no longer once: see what it loads.`)
  await write('redoc.js', redoc.replace(logo, 'data:,'))
  await write('LICENSE.txt', await readFile(join(dirname(bundle), '../LICENSE'), 'utf8'))
  await write('page.css', await readFile(join(import.meta.dirname, 'page.css'), 'utf8'))
  await buildScript(join(import.meta.dirname, 'page.ts'), 'page.js')
}

await main()
