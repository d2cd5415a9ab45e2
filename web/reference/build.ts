import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { build } from 'vite'

const dist = join(import.meta.dirname, 'dist')
const bundle = join(
  dirname(fileURLToPath(import.meta.resolve('redoc/package.json'))),
  'bundles/redoc.standalone.js',
)
/** The one address of another host that Redoc's page loads by itself: the logo of its makers. */
const logo = 'https://cdn.redoc.ly/redoc/logo-mini.svg'

/** Writes the files of the page at `/api/docs`: Redoc as it is published, but for the logo, and what starts it. */
async function main(): Promise<void> {
  await rm(dist, { recursive: true, force: true })
  await mkdir(dist, { recursive: true })
  const redoc = await readFile(bundle, 'utf8')
  if (redoc.split(logo).length !== 2)
    throw new Error(`Redoc loads ${logo} no longer once: see what it loads.`)
  await write('redoc.js', redoc.replace(logo, 'data:,'))
  await write('LICENSE.txt', await readFile(join(dirname(bundle), '../LICENSE'), 'utf8'))
  await write('page.css', await readFile(join(import.meta.dirname, 'page.css'), 'utf8'))
  await buildScript()
}

async function buildScript(): Promise<void> {
  await build({
    configFile: false,
    logLevel: 'error',
    build: {
      outDir: dist,
      emptyOutDir: false,
      target: 'es2023',
      reportCompressedSize: false,
      rolldownOptions: {
        input: join(import.meta.dirname, 'page.ts'),
        output: { entryFileNames: 'page.js' },
      },
    },
  })
  await write('page.js', await readFile(join(dist, 'page.js'), 'utf8'))
}

/** The service sends what lies there compressed. */
async function write(name: string, text: string): Promise<void> {
  const path = join(dist, name)
  await writeFile(path, text)
  await writeFile(`${path}.gz`, gzipSync(text, { level: 9 }))
  await writeFile(`${path}.br`, brotliCompressSync(text))
}

await main()
