import type { Filled } from './fill.ts'

/** The path of each time, where no answer may be one that was kept. */
type Path = string | ((index: number) => string)

/** Each of them has a profile (`fill.ts`). */
const somebody = (index: number) => `0x${String(index + 1).padStart(40, '0')}`

export function requestsOf({ busy, quiet, quest, discussed, wanted }: Filled): [name: string, path: Path][] {
  const old = `quest-${String(Date.now() - 360 * 24 * 60 * 60 * 1_000).padStart(13, '0')}`
  const list = (name: string, query: Record<string, string>): [string, string] => [
    name,
    `/quests?${new URLSearchParams({ limit: '50', ...query })}`,
  ]
  return [
    list('list', {}),
    list('list, deep', { cursor: old }),
    list('status, common', { status: 'completed' }),
    list('status, rare', { status: 'disputed' }),
    list('category', { category: 'category7' }),
    list('token, rare', { token: 'SEED' }),
    list('skill, common', { skill: 'carpentry' }),
    list('skill, common, deep', { skill: 'carpentry', cursor: old }),
    list('skill, rare', { skill: 'skill7' }),
    list('giver, busy', { giver: busy.address }),
    list('giver, quiet', { giver: quiet }),
    list('giver, busy + rare status', { giver: busy.address, status: 'disputed' }),
    list('farmer, busy', { farmer: busy.address }),
    list('farmer, busy + status', { farmer: busy.address, status: 'open' }),
    list('farmer, busy + rare status', { farmer: busy.address, status: 'disputed' }),
    list('skill + category that never meet', { skill: 'carpentry', category: 'category7' }),
    list('skill + status', { skill: 'skill7', status: 'completed' }),
    list('category + rare token', { category: 'harvest', token: 'SEED' }),
    list('search, common word', { q: 'gate field' }),
    list('search, common word, deep', { q: 'gate', cursor: old }),
    list('search, rare word', { q: 'seldom' }),
    list('search, rare and common word', { q: 'seldom gate' }),
    list('search, common prefix', { q: 'gard' }),
    list('search, two letters', { q: 'ga' }),
    list('search, prefix + busy giver', { q: 'gard', giver: busy.address }),
    list('search, no match', { q: 'nothing' }),
    list('search, no match + common', { q: 'gate nothing' }),
    list('oldest', { sort: 'oldest' }),
    list('deadline', { sort: 'deadline' }),
    list('deadline + status', { sort: 'deadline', status: 'open' }),
    list('reward', { sort: 'reward', token: 'USDC' }),
    list('reward + status', { sort: 'reward', token: 'USDC', status: 'open' }),
    list('reward + common skill', { sort: 'reward', token: 'USDC', skill: 'carpentry' }),
    list('reward + category that seldom meets', { sort: 'reward', token: 'USDC', category: 'category7' }),
    list('relevance, common word', { sort: 'relevance', q: 'gate field' }),
    list('relevance, common prefix', { sort: 'relevance', q: 'gard' }),
    ['quest by id', `/quests?id=${quest}`],
    ['profile, busy', `/profile/?address=${busy.address}`],
    ['profile, quiet', `/profile/?address=${quiet}`],
    ['reputation, busy', `/reputation?address=${busy.address}`],
    ['reputation, quiet', `/reputation?address=${quiet}`],
    ['profile, made anew', index => `/profile/?address=${somebody(index)}`],
    ['reputation, made anew', index => `/reputation?address=${somebody(index)}`],
    ['directory', '/profiles?limit=50'],
    ['directory, skill and completed', '/profiles?limit=50&skill=carpentry&sort=completed'],
    ['mailbox, busy', '/mail?limit=50'],
    ['tasks, busy', '/tasks'],
    ['task counts, busy', '/tasks/counts'],
    ['account, busy', '/account'],
    ['comments, busy', `/quests/comments?id=${discussed}`],
    ['applications, busy', `/quests/applications?id=${wanted}`],
    ['giving, busy', `/profile/giving?address=${busy.address}`],
    ['leaderboard', '/leaderboard'],
    ['community DAO', '/community-dao'],
  ]
}
