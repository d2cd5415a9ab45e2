/** The floors of the service, from the top: what stands on one may use those below, and nothing beside it or above. */
const floors = [
  ['main[.]ts', 'cli'],
  ['give-back[.]ts', 'start[.]ts', 'stop-signals[.]ts'],
  ['app[.]ts'],
  ['spans'],
  ['daemon'],
  ['pictures', 'previews'],
  ['account', 'bot', 'live', 'moderation'],
  [
    'codehost',
    'community-dao',
    'doctor',
    'files',
    'notifications',
    'public-config',
    'quests',
    'reputation',
    'tasks',
  ],
  ['profile'],
  ['resolve'],
  ['rails'],
  ['verify'],
  ['audit', 'backup'],
  ['change', 'comments'],
  ['leaderboard', 'mail'],
  ['lifecycle'],
  ['ledger'],
  ['idempotency', 'quotas', 'restraints'],
  ['auth'],
  ['audit-log'],
  ['http'],
  ['duty[.]ts'],
  ['context[.]ts'],
  ['clients'],
  ['db'],
  ['config'],
  [
    'address[.]ts',
    'clock[.]ts',
    'errors[.]ts',
    'ids[.]ts',
    'in-time[.]ts',
    'log[.]ts',
    'one-for[.]ts',
    'public-address[.]ts',
    'tracing[.]ts',
  ],
  ['source-lines[.]ts', 'version[.]ts'],
]

const src = '^server/src/'
const tests = '([.]test[.]ts$|^server/src/test/)'

/** A rule for each folder: none of what is not below it. */
const downward = floors.flatMap((floor, index) => {
  const below = floors.slice(index + 1).flat()
  return floor.map(folder => ({
    name: `server/src/${folder}: only what is below it`,
    severity: 'error',
    from: { path: `${src}${folder}(/|$)`, pathNot: tests },
    to: { path: src, pathNot: [folder, ...below].map(allowed => `${src}${allowed}(/|$)`) },
  }))
})

module.exports = {
  forbidden: [
    { name: 'server: no circle of files', severity: 'error', from: { path: src }, to: { circular: true } },
    {
      name: 'server: no circle of folders',
      severity: 'error',
      scope: 'folder',
      from: { path: src },
      to: { circular: true },
    },
    ...downward,
    {
      name: 'server/src/lifecycle: decides, and touches nothing',
      severity: 'error',
      from: { path: `${src}lifecycle/`, pathNot: tests },
      to: { path: src, pathNot: `${src}(lifecycle/|ledger/amounts|ledger/posting|address|clock|errors)` },
    },
    {
      name: 'server: a folder has its floor',
      comment: 'Where a new folder stands is said in server/dependency-rules.cjs.',
      severity: 'error',
      from: {},
      to: { path: src, pathNot: floors.flat().map(folder => `${src}${folder}(/|$)`) },
    },
  ],
  options: {
    // TypeScript 7 has no parser that other programs can use yet; this one counts imports of types too.
    parser: 'swc',
    includeOnly: '^(server/src|web/src|bench|scripts)/',
    exclude: tests,
  },
}
