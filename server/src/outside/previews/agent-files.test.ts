import { instructions, tools } from '@furrow/mcp'
import { describe, expect, test } from 'vitest'
import { startHarness } from '../../../test/harness.ts'

const domain = { SIWE_DOMAINS: 'quests.barn.example.org', COMMUNITY_NAME: 'The Barn' }
const origin = 'http://quests.barn.example.org'

describe('files for agents', () => {
  test('/llms.txt leads to places that are there, by the origin of the settings', async () => {
    const { baseUrl } = await startHarness({ env: domain })
    const answer = await fetch(new URL('/llms.txt', baseUrl), {
      headers: { 'x-forwarded-host': 'evil.example' },
    })
    expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    const text = await answer.text()
    expect(text).toMatch(/^# The Barn\n\n> /)
    const links = [...text.matchAll(/\]\(([^)]+)\)/g)].map(([, link]) => link as string)
    expect(links).toHaveLength(6)
    for (const link of links) {
      expect(link.startsWith(`${origin}/`), link).toBe(true)
      const { status } = await fetch(link.replace(origin, new URL(baseUrl).origin))
      expect(status, link).toBe(link.endsWith('/mcp') ? 405 : 200)
    }
    const quiet = await startHarness({ env: { DOCS: 'off' } })
    expect(await (await fetch(new URL('/llms.txt', quiet.baseUrl))).text()).not.toContain('openapi.json')
  })

  test('/skill.md has the words of MCP, and each of its tools', async () => {
    const { baseUrl } = await startHarness({ env: { ...domain, PUBLIC_URL: 'https://barn.example.org' } })
    const answer = await fetch(new URL('/skill.md', baseUrl))
    expect(answer.headers.get('content-type')).toBe('text/markdown; charset=utf-8')
    const text = await answer.text()
    expect(text).toMatch(/^---\nname: furrow\ndescription: .*The Barn\.\n---\n/)
    expect(text).toContain(instructions)
    expect(text).toContain('https://barn.example.org/mcp')
    for (const { name } of tools) expect(text).toContain(`\`${name}\``)
  })
})
