import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const service = process.env.FURROW_ORIGIN ?? 'http://127.0.0.1:8080'

/** The service sends hashed files as they lie there, so they are compressed once, here. */
const compressed: Plugin = {
  name: 'compressed',
  apply: 'build',
  writeBundle({ dir = 'dist' }) {
    for (const file of readdirSync(join(dir, 'assets'))) {
      if (!/\.(js|css|svg)$/.test(file)) continue
      const path = join(dir, 'assets', file)
      const content = readFileSync(path)
      writeFileSync(`${path}.gz`, gzipSync(content, { level: 9 }))
      writeFileSync(`${path}.br`, brotliCompressSync(content))
    }
  },
}

export default defineConfig({
  plugins: [react(), tailwindcss(), compressed],
  build: { target: 'es2023', assetsInlineLimit: 0, reportCompressedSize: false },
  server: { proxy: { '/api': service } },
})
