import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { messages } from './messages.ts'

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

/**
 * What is needed to draw the page comes first, and is not kept waiting by the scripts, which a browser otherwise asks for before;
 * the app itself is asked for at once, though it runs after the reader's language is there.
 */
const stylesFirst: Plugin = {
  name: 'styles-first',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler(page, { bundle = {} }) {
      const [style = ''] = /<link rel="stylesheet"[^>]*>/.exec(page) ?? []
      const start = Object.values(bundle).find(file => file.type === 'chunk' && file.name === 'start')
      const files = start?.type === 'chunk' ? [start.fileName, ...start.imports] : []
      const asked = files
        .filter(file => !page.includes(file))
        .map(file => `    <link rel="modulepreload" fetchpriority="low" crossorigin href="/${file}">\n`)
      return page
        .replace(style, '')
        .replace('<link rel="icon"', `${style}\n    <link rel="icon"`)
        .replaceAll(
          '<link rel="modulepreload" crossorigin',
          '<link rel="modulepreload" fetchpriority="low" crossorigin',
        )
        .replace('  </head>', `${asked.join('')}  </head>`)
    },
  },
}

/** What every page needs comes in few files: on a slow line each one costs a way there and back. */
const groups = [
  {
    name: 'base',
    test: /node_modules\/(preact|react|react-dom|scheduler|use-sync-external-store|@tanstack)\/|sdk\/src\/(errors|furrow|quest-drafts|retry|transport|whole)\.ts/,
  },
  { name: 'language', test: /node_modules\/(@lingui|@messageformat|moo)\/|web\/src\/language\/\w+\.ts/ },
  {
    name: 'parts',
    test: /web\/src\/(service\/(?!contract-terms|chain-facts|use-explorer)|auth\/(own-profile|session|kept-text|kept-session|task-counts|wallets)\.tsx?|ui\/(address|amount|button|card|community|copy-button|count|field|growing|long-list|page|small-steps|states|tabs|tag|time|toast)(-range)?\.tsx?|quests\/quest-\w+\.tsx)|web\/src\/quests\/escrow\/sent\.ts|sdk\/src\/contract\/quest-statuses/,
  },
  // Small pieces that a few pages share: the name of each file more is bytes of the first load.
  {
    name: 'bits',
    test: /web\/src\/(ui\/(anchor-button|code-box|list-of|own-file|rank-word)|codehost\/(oauth|own-token)|quests\/(estimate|paying\/units)|service\/(contract-terms|chain-facts|use-explorer)|doctor\/finding-line)\.tsx?/,
  },
  // What pages with forms and dialogs share.
  {
    name: 'forms',
    test: /node_modules\/@base-ui\/|web\/src\/(auth\/use-kept\.ts|moderation\/(report-button\.tsx|words\.ts)|ui\/(confirm-button|dialog|form-dialog|markdown-text|rating|save-file)\.tsx?)/,
  },
]

export default defineConfig({
  plugins: [messages(), react(), tailwindcss(), compressed, stylesFirst],
  // Preact draws. React's own packages are here for their types, and because the libraries ask for them by name.
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
      ['/api', '/docs', '/og', '/badge', '/manifest.webmanifest'].map(path => [path, service]),
    ),
  },
})
