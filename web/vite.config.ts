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

/** What is needed to draw the page comes first, and is not kept waiting by the scripts, which a browser otherwise asks for before. */
const stylesFirst: Plugin = {
  name: 'styles-first',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler(page) {
      const [style = ''] = /<link rel="stylesheet"[^>]*>/.exec(page) ?? []
      return page
        .replace(style, '')
        .replace('<link rel="icon"', `${style}\n    <link rel="icon"`)
        .replaceAll('<link rel="modulepreload"', '<link rel="modulepreload" fetchpriority="low"')
    },
  },
}

/** What every page needs comes in few files: on a slow line each one costs a way there and back. */
const groups = [
  {
    name: 'base',
    test: /node_modules\/(preact|react|react-dom|scheduler|use-sync-external-store|@tanstack)\/|sdk\/src\/(client|errors|quest-drafts|retry|transport)\.ts/,
  },
  {
    name: 'parts',
    test: /web\/src\/(service\/|auth\/(own-profile|session|kept-text|kept-session|task-counts)\.tsx?|ui\/(address|amount|button|card|community|copy-button|count|field|growing|long-list|page|rating|small-steps|states|tabs|tag|time|toast)(-range)?\.tsx?|quests\/(quest-\w+|dispute-rule)\.tsx)|sdk\/src\/contract\/quest-statuses/,
  },
  // What pages with forms and dialogs share.
  {
    name: 'forms',
    test: /node_modules\/@base-ui\/|web\/src\/(auth\/use-kept\.ts|moderation\/(report-button\.tsx|words\.ts)|ui\/(confirm-button|dialog|form-dialog|markdown-text)\.tsx)/,
  },
]

export default defineConfig({
  plugins: [react(), tailwindcss(), compressed, stylesFirst],
  resolve: {
    alias: [
      { find: /^react-dom\/client$/, replacement: 'preact/compat/client' },
      { find: /^react-dom$/, replacement: 'preact/compat' },
      { find: /^react\/jsx-runtime$/, replacement: 'preact/jsx-runtime' },
      { find: /^react\/jsx-dev-runtime$/, replacement: 'preact/jsx-runtime' },
      { find: /^react$/, replacement: 'preact/compat' },
    ],
  },
  // The manifest tells the service which files a page will ask for.
  build: {
    target: 'es2023',
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    manifest: true,
    rolldownOptions: { output: { codeSplitting: { groups } } },
  },
  server: {
    proxy: Object.fromEntries(
      ['/api', '/og', '/badge', '/manifest.webmanifest'].map(path => [path, service]),
    ),
  },
})
