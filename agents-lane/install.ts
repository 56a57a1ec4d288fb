/** Installs pinned packages into a scratch folder, once. */
import { execFile } from 'node:child_process'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

export async function install(
  packages: readonly string[],
  folder: string,
  note: (line: string) => void,
  overrides?: Readonly<Record<string, string>>
): Promise<void> {
  await mkdir(folder, { recursive: true })
  if (overrides) return installBy(PNPM, packages, folder, note, overrides)
  for (const spec of packages) {
    const at = spec.lastIndexOf('@')
    const [name, version] = [spec.slice(0, at), spec.slice(at + 1)]
    if ((await installedVersion(folder, name)) === version) continue
    note(`  installing ${spec} …`)
    await writeFile(join(folder, 'package.json'), '{"private":true}\n')
    await promisify(execFile)('npm', ['install', '--save-exact', '--no-audit', '--no-fund', spec], { cwd: folder, timeout: 600_000, maxBuffer: 16 * 1024 * 1024 })
  }
}

async function installedVersion(folder: string, name: string): Promise<string | null> {
  try {
    const manifest: unknown = JSON.parse(await readFile(join(folder, 'node_modules', name, 'package.json'), 'utf8'))
    return typeof manifest === 'object' && manifest !== null && 'version' in manifest ? String(manifest.version) : null
  } catch {
    return null
  }
}

/** npm takes minutes to resolve what pnpm resolves in seconds. */
const PNPM = 'pnpm@10.34.9'

async function installBy(
  tool: string,
  packages: readonly string[],
  folder: string,
  note: (line: string) => void,
  overrides: Readonly<Record<string, string>>
): Promise<void> {
  const wanted = packages.map((spec) => [spec.slice(0, spec.lastIndexOf('@')), spec.slice(spec.lastIndexOf('@') + 1)] as const)
  const there = await Promise.all(wanted.map(async ([name, version]) => (await installedVersion(folder, name)) === version))
  if (there.every(Boolean)) return
  note(`  installing ${packages.join(', ')} …`)
  await writeFile(join(folder, 'package.json'), `${JSON.stringify({ private: true, dependencies: Object.fromEntries(wanted), pnpm: { overrides } })}\n`)
  await writeFile(join(folder, '.npmrc'), 'auto-install-peers=true\n')
  await promisify(execFile)('npx', ['--yes', tool, 'install', '--ignore-scripts'], { cwd: folder, timeout: 600_000, maxBuffer: 16 * 1024 * 1024 })
}
