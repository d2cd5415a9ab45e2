import { type Check, fine, type Seen, warning } from './check.ts'

export const settings: Check = {
  about: 'Settings',
  async look({ config, secrets }) {
    const seen: Seen[] = []
    if (!config.production && !/^(127[.]|localhost$|::1$)/.test(config.host))
      seen.push(
        warning(
          `It listens on ${config.host} without NODE_ENV=production: typed names and merge hints may be believed.`,
          'Set NODE_ENV=production, JWT_SECRET and SIWE_DOMAINS, unless nobody else reaches this machine.',
        ),
      )
    if (config.platformWallet === null)
      seen.push(
        warning(
          'PLATFORM_WALLET is not set: nobody decides disputes or writes to everyone.',
          'Set it to the address of whoever should.',
        ),
      )
    if (secrets !== null && secrets.signing.length > 1)
      seen.push(
        warning(
          'JWT_SECRET_PREVIOUS is set: whoever knows the older secret can still sign in as anyone.',
          'Run npm run rekey; when it says that the older secret can go, take it out of the settings.',
        ),
      )
    return seen.length > 0 ? seen : [fine('They can be read, and fit together.')]
  },
}
