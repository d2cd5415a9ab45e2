import { privateKeyToAccount } from 'viem/accounts'
import { createChains } from '../../ground/clients/chains.ts'
import { createCodeHost } from '../../ground/clients/codehost/create-codehost.ts'
import { systemClock } from '../../ground/clock.ts'
import { listenAt } from '../../ground/config/listening.ts'
import { createLog } from '../../ground/log.ts'
import { createReadSubject } from '../../operate/attester/read-subject.ts'
import { openSeen } from '../../operate/attester/seen.ts'
import { serveAttester } from '../../operate/attester/serve.ts'
import { readAttesterSettings } from '../../operate/attester/settings.ts'
import { runCommand } from './command.ts'

const usage = `npm run attester
  Looks merges up at the code host by itself, and signs for the work that they prove. It needs ATTESTER_KEY,
  ATTESTER_SERVICE, RPC_URLS and CODEHOST_TOKEN, and none of the service's own secrets: see docs/arbiters.md.`

await runCommand({ usage }, async ({ say, untilEnded }) => {
  const settings = readAttesterSettings(process.env)
  const log = createLog('info')
  const host = createCodeHost(settings.codehost)
  const seen = await openSeen(settings.file)
  const account = privateKeyToAccount(settings.key)
  const attester = {
    account,
    chains: createChains({ rpcUrls: settings.rpcUrls, agreeUrls: new Map(), ensUniversalResolver: null }),
    clock: systemClock,
    host,
    readSubject: createReadSubject(settings, host),
    seen,
  }
  const app = serveAttester(attester, settings.token, log)
  const end = untilEnded()
  const place = { host: settings.host, port: settings.port }
  const at = await listenAt(place, { host: 'HOST', port: 'ATTESTER_PORT' }, () => app.listen(place))
  say(`attester ${account.address} at ${at}, for ${settings.service}`)
  await new Promise(resolve => end.addEventListener('abort', resolve, { once: true }))
  await app.close()
  await seen.close()
  return { ok: true, lines: [], json: { attester: account.address } }
})
