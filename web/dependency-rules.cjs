/** The floors of the client, from the top: what stands on one may use those below, and nothing beside it or above. */
const floors = [
  ['main[.]tsx'],
  ['app'],
  ['profile'],
  ['quests'],
  [
    'codehost',
    'community-dao',
    'credentials',
    'doctor',
    'leaderboard',
    'mail',
    'notifications',
    'reputation',
    'tasks',
  ],
  ['moderation'],
  ['auth'],
  ['files', 'live'],
  ['service'],
  ['ui'],
  ['language'],
]

/** The same within `quests/`; what lies there beside these folders is for all of them. */
const questFloors = [
  ['board', 'front', 'giving', 'post', 'quest'],
  ['paying'],
  ['escrow'],
  ['[^/]+[.]tsx?'],
  ['way'],
]

/** And within the page of one quest. */
const questPageFloors = [
  ['[^/]+[.]tsx?'],
  ['desk'],
  ['actions', 'conversation'],
  ['comments', 'timeline'],
  ['applications', 'backers', 'contest', 'judging', 'payments', 'places', 'would-it-pay'],
]

const src = '^web/src/'

/** A rule for each folder: none of what is not below it. */
function downward(floors, base) {
  return floors.flatMap((floor, index) => {
    const below = floors.slice(index + 1).flat()
    return floor.map(folder => ({
      name: `${base.slice(1)}${folder}: only what is below it`,
      severity: 'error',
      from: { path: `${base}${folder}(/|$)` },
      to: { path: base, pathNot: [folder, ...below].map(allowed => `${base}${allowed}(/|$)`) },
    }))
  })
}

module.exports = {
  forbidden: [
    { name: 'web: no circle of files', severity: 'error', from: { path: src }, to: { circular: true } },
    {
      name: 'web: no circle of folders',
      severity: 'error',
      scope: 'folder',
      from: { path: src },
      to: { circular: true },
    },
    ...downward(floors, src),
    ...downward(questFloors, `${src}quests/`),
    ...downward(questPageFloors, `${src}quests/quest/`),
    {
      name: 'web: a folder has its floor',
      comment: 'Where a new folder stands is said in web/dependency-rules.cjs and web/README.md.',
      severity: 'error',
      from: {},
      to: { path: src, pathNot: floors.flat().map(folder => `${src}${folder}(/|$)`) },
    },
    {
      name: 'web: the service is spoken to through the SDK',
      severity: 'error',
      from: { path: src },
      to: { path: '^(server|storage|bench|scripts)/' },
    },
  ],
  options: {
    // TypeScript 7 has no parser that other programs can use yet; this one counts imports of types too.
    parser: 'swc',
    includeOnly: '^(web/src|server|storage|bench|scripts)/',
  },
}
