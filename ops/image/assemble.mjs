// Makes the file system of the image: `node ops/image/assemble.mjs <folder>`, once the client and the server are built.
// What is in it is Node with the libraries it is linked with, what was built, and the few packages that were not built in.
import { spawnSync } from 'node:child_process'
import { copyFileSync, cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const root = join(import.meta.dirname, '../..')
const [, , image] = process.argv
if (!image) throw new Error('Where to? node ops/image/assemble.mjs <folder>')

const furrow = join(image, 'furrow')
const builtIn = [
  'server/dist',
  'server/package.json',
  'web/dist',
  'web/docs/dist',
  'web/reference/dist',
  'contracts/exit/dist',
  'scripts/require-node.mjs',
  'LICENSE',
]
for (const path of [...builtIn, 'ops/image/healthcheck.mjs'])
  cpSync(join(root, path), join(furrow, path), { recursive: true })

// As server/vite.config.ts has them.
const packages = new Set()
for (const name of ['@fastify/static', '@fontsource/figtree', 'secp256k1', 'sharp']) add(name, root)

copy(process.execPath, 'usr/local/bin/node')
// Others bring what was built for other machines too.
const native = [...packages].filter(folder => folder.includes('@img/sharp-')).flatMap(nativeIn)
for (const file of new Set([process.execPath, ...native].flatMap(librariesOf)))
  if (!file.startsWith(root)) copy(file, file)

// Who runs it, and that names are looked up in DNS.
const files = {
  'etc/passwd': 'root:x:0:0:root:/:/sbin/nologin\nnode:x:1000:1000:node:/data:/sbin/nologin\n',
  'etc/group': 'root:x:0:\nnode:x:1000:\n',
  'etc/nsswitch.conf': 'hosts: files dns\n',
}
mkdirSync(join(image, 'etc'))
for (const folder of ['data', 'proc', 'tmp']) mkdirSync(join(image, folder))
for (const [path, text] of Object.entries(files)) writeFileSync(join(image, path), text)

/** A package and what it needs, at the places where they lie. */
function add(name, from) {
  const folder = find(name, from)
  if (packages.has(folder)) return
  packages.add(folder)
  cpSync(folder, join(furrow, folder.slice(root.length)), {
    recursive: true,
    filter: path => path !== join(folder, 'node_modules'),
  })
  const { dependencies = {}, optionalDependencies = {} } = JSON.parse(
    readFileSync(join(folder, 'package.json'), 'utf8'),
  )
  for (const needed of Object.keys(dependencies)) add(needed, folder)
  // One for each kind of machine, of which npm installed this one's.
  for (const needed of Object.keys(optionalDependencies)) if (isInstalled(needed, folder)) add(needed, folder)
}

function isInstalled(name, from) {
  try {
    return find(name, from) !== null
  } catch {
    return false
  }
}

/** What a link points to, and not the link. */
function copy(from, to) {
  mkdirSync(dirname(join(image, to)), { recursive: true })
  copyFileSync(from, join(image, to))
}

/** As Node looks for it: beside, and in the folders above. */
function find(name, from) {
  for (let folder = from; folder.startsWith(root); folder = dirname(folder)) {
    const found = join(folder, 'node_modules', name)
    try {
      readFileSync(join(found, 'package.json'))
      return found
    } catch {
      // Further up.
    }
  }
  throw new Error(`${name} is not installed, which ${from} needs`)
}

/** What is linked with libraries of the system: those may be more than Node's own. */
function nativeIn(folder) {
  return readdirSync(folder, { recursive: true })
    .filter(name => !name.includes('node_modules') && /\.node$|\.so(\.|$)/.test(name))
    .map(name => join(folder, name))
}

function librariesOf(binary) {
  const { status, stdout, stderr } = spawnSync('ldd', [binary], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`ldd ${binary}: ${stderr}`)
  return [...stdout.matchAll(/(\/\S+) \(0x/g)].map(([, file]) => file)
}
