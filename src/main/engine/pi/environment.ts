/** Keeps keys out of the environment of the pi process and of everything that it starts. */

/** Names that hold a key of a model provider. */
const SECRET = /(_API_KEY|_AUTH_TOKEN|_OAUTH_TOKEN|_BEARER_TOKEN_BEDROCK)$|^(HF_TOKEN|COPILOT_GITHUB_TOKEN|CREWDECK_TOKEN)$/

/** The names among `environment` that hold keys. */
export const secretNames = (environment: Readonly<Record<string, string | undefined>>): string[] =>
  Object.keys(environment).filter((name) => SECRET.test(name.toUpperCase()))

/** The environment without keys. */
export function withoutSecrets(environment: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const secret = new Set(secretNames(environment))
  return Object.fromEntries(
    Object.entries(environment).filter((entry): entry is [string, string] => entry[1] !== undefined && !secret.has(entry[0]))
  )
}
