// Carries out the steps of the Dockerfile without an engine, and tries what they make: its size, a start with a read-only root
// as an unprivileged user, a sign-in and a quest. `node ops/image/try.mjs`; as root, it is a chroot in a namespace of its own.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createFurrow } from '@furrow/sdk'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'

const root = join(import.meta.dirname, '../..')
const megabytesAtMost = 200
const dockerfile = readFileSync(join(root, 'Dockerfile'), 'utf8')
/** What the image's last stage says: its command, its check, its settings. */
const [, command] = dockerfile.match(/^CMD (\[.*\])$/m).map(parse)
const [, check] = dockerfile.match(/^HEALTHCHECK .* CMD (\[.*\])$/m).map(parse)
const [, settings] = dockerfile.match(/^ENV (.*)$/m)
const env = {
  PATH: process.env.PATH,
  ...Object.fromEntries(settings.split(' ').map(word => word.split('='))),
  PORT: '18081',
}

const folder = mkdtempSync(join(tmpdir(), 'furrow-image-'))
// Also the image's own user gets to it.
chmodSync(folder, 0o755)
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
const [copy, image] = [join(folder, 'build'), join(folder, 'image')]

const { stdout: files } = run('git', ['ls-files', '-co', '--exclude-standard', '-z'])
for (const file of files.split('\0').filter(Boolean)) cpSync(join(root, file), join(copy, file))
run(join(copy, 'ops/image/build.sh'), [image])

const megabytes = Number(run('du', ['-sm', image]).stdout.split('\t')[0])
console.log(`The image has ${megabytes} MB.`)
if (megabytes > megabytesAtMost) throw new Error(`That is more than ${megabytesAtMost}.`)

// Who asks what the image is made of finds it there.
const sbom = JSON.parse(readFileSync(join(image, 'furrow/sbom.cdx.json'), 'utf8'))
if (sbom.bomFormat !== 'CycloneDX' || !(sbom.components?.length > 0))
  throw new Error('The image does not say what it is made of.')
console.log(`It is made of ${sbom.components.length} packages, as its SBOM says.`)

const canIsolate = process.getuid?.() === 0 && spawnSync('unshare', ['--mount', 'true']).status === 0
const service = canIsolate ? startIsolated() : startBeside()
console.log(
  canIsolate
    ? 'It runs in a chroot with a read-only root, as user 1000.'
    : 'It runs from its folder, as this user: only root can make a chroot with a read-only root.',
)

process.on('exit', () => service.kill('SIGKILL'))

const baseUrl = 'http://127.0.0.1:18081/api'
await untilReady(`${baseUrl}/../readyz`)
if (canIsolate && inImage(check).status !== 0) throw new Error('The health check fails.')
const account = privateKeyToAccount(generatePrivateKey())
const furrow = createFurrow({ baseUrl })
await furrow.signIn({ account, signMessage: ({ message }) => account.signMessage({ message }) })
const { id } = await furrow.quests.post({
  title: 'Fix the gate',
  description: 'The gate of the lower field does not close.',
  reward: '100 USDC',
  rewardAmount: 100,
  rewardToken: 'USDC',
  skills: ['carpentry'],
  maxFarmers: 1,
  category: 'maintenance',
})
if ((await furrow.quests.get(id)).status !== 'open') throw new Error('The quest is not there.')
const page = await (await fetch('http://127.0.0.1:18081/')).text()
if (!page.includes('<title>Furrow')) throw new Error('There is no web client.')
// One pixel: whether the library that reads images is there, and its process starts.
const pixel = 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'
const { url } = await furrow.files.upload(new Blob([Buffer.from(pixel, 'base64')], { type: 'image/gif' }))
const picture = await fetch(new URL(url, baseUrl))
if (picture.headers.get('content-type') !== 'image/gif') throw new Error('The picture is not there.')
// Whether what draws is there, with its letters.
const drawn = await fetch(`http://127.0.0.1:18081/og/quests/${id}.png`)
if (drawn.headers.get('content-type') !== 'image/png') throw new Error('The picture of a link is not drawn.')
console.log('It is ready, takes a sign-in, a quest and a picture, draws one, and serves the web client.')
const ended = once(service, 'exit')
service.kill('SIGTERM')
await ended

/** The steps that an engine takes too: a read-only root, /proc, and a volume of the user's own. */
function startIsolated() {
  const steps = `
    mount --bind "$0" "$0" && mount -o remount,bind,ro "$0"
    mount -t proc proc "$0/proc" && mount -t tmpfs -o uid=1000,gid=1000,mode=700 tmpfs "$0/data"
    exec chroot --userspec=1000:1000 "$0" "$@"`
  const args = ['--mount', 'sh', '-euc', steps, image, ...command]
  return spawn('unshare', args, { env, stdio: ['ignore', 'ignore', 'inherit'] })
}

function startBeside() {
  const [node, ...args] = command.map(word => (word.startsWith('/') ? join(image, word) : word))
  return spawn(node, args, {
    env: { ...env, DATA_DIR: join(folder, 'data') },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}

function inImage(words) {
  return spawnSync('chroot', ['--userspec=1000:1000', image, ...words], { env, stdio: 'inherit' })
}

async function untilReady(url) {
  for (let attempt = 0; attempt < 100; attempt++) {
    if ((await fetch(url).catch(() => null))?.ok) return
    if (service.exitCode !== null) break
    await new Promise(resolve => setTimeout(resolve, 100))
  }
  throw new Error('It does not get ready.')
}

/** With the Node that runs this one, which is what the image gets too. */
function run(program, args) {
  const PATH = `${dirname(process.execPath)}:${process.env.PATH}`
  const result = spawnSync(program, args, { cwd: root, env: { ...process.env, PATH }, encoding: 'utf8' })
  if (result.status !== 0) throw new Error(`${program} failed:\n${result.stdout}${result.stderr}`)
  return result
}

function parse(text, index) {
  return index === 0 ? text : JSON.parse(text)
}
