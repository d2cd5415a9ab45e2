import { configDefaults, mergeConfig } from 'vitest/config'
import config from './vitest.config.ts'

/** The server's tests on PostgreSQL, but for those of what stands before any database, which are the same on either. */
export default mergeConfig(config, {
  test: {
    exclude: [
      ...configDefaults.exclude,
      ...['sdk', 'web', 'contracts', 'mcp', 'scripts'].map(folder => `${folder}/**`),
      ...['lifecycle', 'config', 'clients'].map(folder => `server/src/${folder}/**`),
      'server/src/auth/{domain-binding,signature,siwe-vectors,smart-wallets,tokens}.test.ts',
      'server/src/db/{sqlite,sqlite-turns}.test.ts',
      'server/src/{bot,verify}/other-hosts.test.ts',
      'server/src/codehost/*.test.ts',
      'server/src/files/slow-uploads.test.ts',
      'server/src/resolve/ens.test.ts',
      'server/src/http/{admission,alerts,edge,headers,json-body,large-bodies,limits,naughty-strings,openapi,text-bytes,web-client,wire}.test.ts',
      'server/src/{leaks,rolling-restart,stopping,worst-inputs}.test.ts',
    ],
  },
})
