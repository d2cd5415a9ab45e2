import { defineConfig } from 'vite'

/** One folder that can be put anywhere: on a web server, or on IPFS. The service has it at /exit/. */
export default defineConfig({
  root: import.meta.dirname,
  base: './',
  build: {
    target: 'es2023',
    reportCompressedSize: false,
  },
})
