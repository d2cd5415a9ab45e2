/** The districts of the service, from the top: each may use those below it, and none above. `main.ts` may use all. */
const districts = [
  'service',
  'operate',
  'outside',
  'community',
  'quests',
  'people',
  'access',
  'rules',
  'ground',
]

const src = '^server/src/'
const storage = '^storage/src/'
const tests = '([.]test[.]ts$|^server/test/)'

/** One rule for each district: nothing above it. */
const downward = districts.map((district, index) => ({
  name: `server/src/${district}: only itself and what is below it`,
  severity: 'error',
  from: { path: `${src}${district}/`, pathNot: tests },
  to: { path: src, pathNot: `${src}(${districts.slice(index).join('|')})/` },
}))

module.exports = {
  forbidden: [
    ...downward,
    {
      name: 'server, storage: no circle of files',
      severity: 'error',
      from: { path: `(${src}|${storage})` },
      to: { circular: true },
    },
    {
      name: 'server: no circle of folders',
      severity: 'error',
      scope: 'folder',
      from: { path: src },
      to: { circular: true },
    },
    {
      name: 'server/src/rules/lifecycle: decides, and touches nothing',
      severity: 'error',
      from: { path: `${src}rules/lifecycle/`, pathNot: tests },
      to: {
        path: `(${src}|${storage})`,
        pathNot: `${src}(rules/lifecycle/|rules/ledger/(amounts|posting)|ground/(address|clock|errors|ladder))`,
      },
    },
    {
      name: 'storage: nothing of the server',
      severity: 'error',
      from: { path: storage },
      to: { path: '^(server|web|bench|scripts)/' },
    },
    {
      name: 'storage: migrations are run, and nothing imports one of them',
      severity: 'error',
      from: { pathNot: `${storage}migrations/` },
      to: { path: `${storage}migrations/`, pathNot: `${storage}migrations/(index|executed)[.]ts$` },
    },
    {
      name: 'server: a file lies in a district',
      comment: 'The districts stand in server/dependency-rules.cjs; beside them there is main.ts alone.',
      severity: 'error',
      from: {},
      to: { path: src, pathNot: `${src}((${districts.join('|')})/|main[.]ts)` },
    },
  ],
  options: {
    // TypeScript 7 has no parser that other programs can use yet; this one counts imports of types too.
    parser: 'swc',
    includeOnly: '^(server/src|storage/src|web/src|bench|scripts)/',
    exclude: tests,
  },
}
