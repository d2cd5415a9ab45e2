import type { AppManifest } from '@furrow/sdk/contract'
import { communityName } from '../../ground/config/community.ts'
import type { Config } from '../../ground/config/config.ts'

/** GitHub's own bound. */
const longestName = 34

type Settings = Pick<Config, 'publicUrl' | 'basePath' | 'community'>

export const webhookUrl = ({ publicUrl, basePath }: Settings) => `${publicUrl}${basePath}/codehost/webhook`
export const callbackUrl = ({ publicUrl }: Settings) => `${publicUrl}/codehost/callback`

/** The rights of the app, and the events that it is told of: no more than the bot and the proofs need. */
export function writeManifest(config: Settings): AppManifest {
  const { publicUrl } = config
  const page = `${publicUrl}/setup`
  return {
    name: `Furrow ${new URL(publicUrl).hostname}`.slice(0, longestName).replace(/[.\s-]+$/, ''),
    url: publicUrl,
    hook_attributes: { url: webhookUrl(config), active: true },
    redirect_url: page,
    callback_urls: [callbackUrl(config)],
    setup_url: page,
    description: `Says in issues and pull requests of ${communityName(config)} where quests stand, and whether a merge pays.`,
    // Givers install it in their own repositories.
    public: true,
    default_permissions: {
      issues: 'write',
      pull_requests: 'write',
      statuses: 'write',
      metadata: 'read',
      contents: 'read',
    },
    default_events: ['issues', 'issue_comment', 'pull_request'],
  }
}
