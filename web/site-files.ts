import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { build } from 'vite'

export type SiteFiles = {
  /** The service sends what lies there compressed, as it does for the web client. */
  write(name: string, text: string): Promise<void>
  /** One module with all that it imports. */
  buildScript(source: string, name: string): Promise<void>
}

/** An empty folder for the files of a page or a site. */
export async function openSite(dist: string): Promise<SiteFiles> {
  await rm(dist, { recursive: true, force: true })
  await mkdir(dist, { recursive: true })

  async function write(name: string, text: string): Promise<void> {
    const path = join(dist, name)
    await writeFile(path, text)
    await writeFile(`${path}.gz`, gzipSync(text, { level: 9 }))
    await writeFile(`${path}.br`, brotliCompressSync(text))
  }

  async function buildScript(source: string, name: string): Promise<void> {
    await build({
      configFile: false,
      logLevel: 'error',
      build: {
        outDir: dist,
        emptyOutDir: false,
        target: 'es2023',
        reportCompressedSize: false,
        rolldownOptions: { input: source, output: { entryFileNames: name } },
      },
    })
    await write(name, await readFile(join(dist, name), 'utf8'))
  }

  return { write, buildScript }
}
