import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig } from 'vite'

const src = join(import.meta.dirname, 'src')
const commandFolder = join(src, 'service/cli')
const commands = readdirSync(commandFolder).filter(file => /^[a-z-]+\.ts$/.test(file))

/** Told by whoever builds without the history, else asked of it. */
const { FURROW_COMMIT } = process.env
const head = () => spawnSync('git', ['rev-parse', 'HEAD'], { cwd: src, encoding: 'utf8' }).stdout?.trim()
const commit = FURROW_COMMIT || head() || null

/** The service and its commands, each as one file of a few: 20 MB less at rest than two thousand modules as they are. */
export default defineConfig({
  root: import.meta.dirname,
  publicDir: false,
  define: { 'globalThis.furrowCommit': JSON.stringify(commit) },
  ssr: {
    noExternal: true,
    // They read files that lie beside them. (secp256k1 is native, and required where it is used.)
    external: ['@fastify/static', 'pg-native', 'sharp'],
  },
  build: {
    ssr: true,
    target: 'node24',
    minify: true,
    sourcemap: true,
    rolldownOptions: {
      input: [
        ...[
          'main.ts',
          'operate/integrity/drift-thread.ts',
          'people/files/reencode-process.ts',
          'outside/pictures/square-process.ts',
          'outside/previews/draw-process.ts',
        ].map(file => join(src, file)),
        ...commands.map(file => join(commandFolder, file)),
      ],
      // Dependencies are as their authors made them.
      onLog: (level, log, handle) => log.code !== 'MODULE_LEVEL_DIRECTIVE' && handle(level, log),
      output: {
        // Two folders deep: src/ground/project.ts counts on it.
        entryFileNames: 'bin/[name].js',
        chunkFileNames: 'chunks/[name]-[hash].js',
        sourcemapExcludeSources: true,
        // V8 keeps a file in twice its size for a single letter beyond Latin-1.
        charset: 'ascii',
      },
    },
  },
})
