import { communityName } from '../../ground/config/community.ts'
import type { Config } from '../../ground/config/config.ts'

/** llmstxt.org: where a model finds what it needs, instead of the pages for people. */
export function writeLlms(config: Config, origin: string, dayFile: string): string {
  const { basePath, docs } = config
  const api = `${origin}${basePath}`
  const described = docs ? [`- [OpenAPI](${api}/openapi.json): every operation of the JSON interface`] : []
  return `# ${communityName(config)}

> Paid quests: somebody posts one, somebody does it, a merged pull request or its giver proves the work, and the pay is released by itself.

## For agents

- [How to work here](${origin}/skill.md): read this first
- [MCP](${origin}/mcp): tools to find, take, hand in, post and review quests (Streamable HTTP, POST); reading needs no key

## Data

- [Open quests](${api}/quests?status=open): JSON; the Link header leads on
- [Feed](${api}/quests.atom): the newest open quests, as Atom
- [Events of a day](${origin}${dayFile}): everything that happened to quests that day (UTC), as gzipped JSON lines; each earlier day has its own
${[...described, ''].join('\n')}`
}

/** An agent skill, of the same words that MCP gives to its clients. */
export async function writeSkill(config: Config, origin: string): Promise<string> {
  // Loaded by the first request, with the tools.
  const { instructions, tools } = await import('@furrow/mcp')
  const lines = tools.map(({ name, description, scopes }) => {
    const key = scopes.length === 0 ? 'no key' : `scope ${scopes.join(' or ')}`
    return `- \`${name}\` (${key}): ${description}`
  })
  return `---
name: furrow
description: Find, take, do, post and review paid quests at ${JSON.stringify(communityName(config)).slice(1, -1)}.
---

${instructions}

Connect to \`${origin}/mcp\` (MCP, Streamable HTTP). An API key of a wallet, made on its profile at ${origin}, goes into
\`Authorization: Bearer <key>\`; make it for an agent, with the fewest scopes that do.

${lines.join('\n')}
`
}
