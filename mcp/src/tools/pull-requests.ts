import { z } from 'zod'
import { reads, tool } from '../tool.ts'
import { markUntrusted } from '../untrusted.ts'

export const previewPullRequest = tool({
  name: 'preview_pull_request',
  description:
    'Whether a merge of a pull request, as it is now, would prove work and be paid; for whom, for which quest, and how each fault can be mended. Ask before the merge: it changes nothing.',
  input: z.object({
    repo: z.string().min(1).max(300).describe('owner/name, as the quest has it'),
    pr: z.number().int().min(1).max(2_147_483_647).describe('The number of the pull request'),
  }),
  scopes: [],
  hints: reads,
  async act(furrow, pull) {
    const { wouldPay, reasons, ...found } = await furrow.previewProof(pull)
    // A sentence may name a branch or an account, as somebody called them; how to mend it is the service's own.
    const told = reasons.map(({ code, fix, text }) => ({ code, fix, ...markUntrusted({ text }) }))
    return { own: { wouldPay, reasons: told }, found }
  },
})
