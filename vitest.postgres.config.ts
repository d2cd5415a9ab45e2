import { configDefaults, mergeConfig } from 'vitest/config'
import config from './vitest.config.ts'

/** The server's tests on PostgreSQL, but for those of what stands before any database, which are the same on either. */
export default mergeConfig(config, {
  test: {
    exclude: [
      ...configDefaults.exclude,
      ...['sdk', 'web', 'contracts', 'mcp', 'cli', 'scripts'].map(folder => `${folder}/**`),
      ...['rules/lifecycle', 'ground/config', 'ground/clients'].map(folder => `server/src/${folder}/**`),
      'server/src/access/auth/{domain-binding,signature,siwe-vectors,smart-wallets,tokens}.test.ts',
      'storage/src/{sqlite,sqlite-turns}.test.ts',
      'server/src/{outside/bot,quests/verify}/other-hosts.test.ts',
      'server/src/quests/codehost/*.test.ts',
      'server/src/people/files/{image-process,slow-uploads}.test.ts',
      'server/src/outside/previews/pictures.test.ts',
      'server/src/{operate/backup/thinning,quests/board/search-words,quests/verify/links,rules/ledger/amounts}.test.ts',
      'server/src/people/resolve/ens.test.ts',
      'server/src/ground/http/{admission,alerts,documents,edge,headers,json-body,large-bodies,limits,naughty-strings,openapi,text-bytes,turns,web-client,wire}.test.ts',
      'server/src/service/{give-back,leaks,rolling-restart,stopping,worst-inputs}.test.ts',
    ],
  },
})
