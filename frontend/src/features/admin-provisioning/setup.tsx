import { Address } from './address';
import { Part } from './part';
import classes from './provisioning.module.css';

export interface SetupProps {
  address: string;
  /** Whether the server has a file of secrets. */
  isConfigured: boolean;
  /** Nothing is set up yet, so that this is what the page is about. */
  isOpen: boolean;
}

/** How an identity provider is connected, for somebody who has never done it. */
export function Setup({ address, isConfigured, isOpen }: SetupProps) {
  return (
    <Part title="How to set it up">
      {isOpen && (
        <p>
          {isConfigured
            ? 'No identity provider has a secret for one of your organizations yet.'
            : 'This server has no file of secrets yet, so no identity provider can use it.'}
        </p>
      )}
      {isOpen && <Address address={address} />}
      <details className={classes.steps} open={isOpen}>
        <summary>On the server</summary>
        <ol>
          <li>
            Make a secret: <code>openssl rand -base64 36</code>. It is not shown again.
          </li>
          <li>
            Write a line into a file that only the server can read: a name for the provider, the code of the
            organization, and the secret, for example <code>entra lakeshore 3q2+7w…</code>
          </li>
          <li>
            Set <code>WARDLINE_SCIM_SECRETS_FILE</code> to the file, and restart the server once. Later changes to the
            file take effect at once.
          </li>
          <li>
            To change a secret, add a second line with the new one, give it to the provider, and take the old line out
            when this page says that the new one was used.
          </li>
        </ol>
      </details>
      <details className={classes.steps}>
        <summary>In Microsoft Entra ID</summary>
        <ol>
          <li>Open the enterprise application for signing in, then Provisioning, and choose Automatic.</li>
          <li>
            As the tenant address, enter the address above followed by <code>?aadOptscim062020</code>. As the secret
            token, enter the secret. Then press Test Connection.
          </li>
          <li>
            In the mapping of users, send <code>userPrincipalName</code> as <code>userName</code>, and{' '}
            <code>objectId</code> as <code>externalId</code>. Keep the names, <code>active</code> and the work phone;
            the rest can go.
          </li>
          <li>
            Assign users and groups to the application, and start provisioning. Entra repeats it every 40 minutes.
          </li>
          <li>Come back here, and choose the roles that each group gives.</li>
        </ol>
      </details>
      <details className={classes.steps}>
        <summary>In Okta</summary>
        <ol>
          <li>In the application for signing in, turn on SCIM provisioning, and open Provisioning, Integration.</li>
          <li>
            Enter the address above as the connector base URL, <code>userName</code> as the unique identifier, and HTTP
            Header with the secret. Then press Test Connector Configuration.
          </li>
          <li>Under To App, turn on Create Users, Update User Attributes, and Deactivate Users.</li>
          <li>Assign people, and push the groups under Push Groups.</li>
          <li>Come back here, and choose the roles that each group gives.</li>
        </ol>
      </details>
    </Part>
  );
}
