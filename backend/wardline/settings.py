"""Every setting of the server, read once from the environment (prefix ``WARDLINE_``)."""

from datetime import timedelta
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Literal

from pydantic import AfterValidator, Field, SecretStr
from pydantic_settings import BaseSettings, SettingsConfigDict

from wardline.addresses import (
    LOOPBACK_NAMES,
    canonical_host,
    is_loopback,
    url_host,
    without_trailing_slash,
)
from wardline.setting_values import (
    ApiAddress,
    ContactAddress,
    DatabaseAddress,
    HeartbeatAddress,
    HostNames,
    HostPatterns,
    JanusAddress,
    RoomAddress,
    names_of,
)

_DEMONSTRATION_BACKUP_NUMBER = "(555) 010-0100"


class StepUp(StrEnum):
    """What may ask for a fresh sign-in."""

    SIGN = "sign"
    FAX = "fax"
    EXPORT = "export"
    GRANT = "grant"
    BREAK_GLASS = "breakGlass"


def _step_ups(value: str) -> str:
    """A comma-separated list of these."""
    if set(names_of(value)) <= {operation.lower() for operation in StepUp}:
        return value
    raise ValueError(f"is not a comma-separated list of {', '.join(StepUp)}")


StepUps = Annotated[str, AfterValidator(_step_ups)]


class Settings(BaseSettings):
    """The configuration of an installation; docs/operations.md documents the same names."""

    model_config = SettingsConfigDict(env_prefix="WARDLINE_", extra="ignore", frozen=True)

    host: str = "127.0.0.1"
    port: int = Field(default=8000, ge=1, le=65535)
    public_url: str | None = None
    """The URL for browsers; ``http://{host}:{port}`` by default."""

    further_hosts: HostNames = ""
    """Comma-separated host names that the server accepts in addition to that of `public_url`."""
    allow_http_public_url: bool = False
    """Allow browsers to connect across the network without TLS."""

    four_eyes: str = Field(default="", pattern=r"^((serviceLine|unit|role)(,|$))*$")
    """Comma-separated kinds of objects whose changes a second administrator must approve: those that can be drafted."""
    data_dir: Path = Path.home() / ".local" / "share" / "wardline"
    """The directory of the embedded database, and of the demonstration's keys, faxes, texts and e-mails."""
    database_url: DatabaseAddress | None = None
    """PostgreSQL 15 or newer, as the application's role; by default, the embedded database."""
    migrate_url: DatabaseAddress | None = None
    """The same database as its owner, for migrations only."""
    allow_owner: bool = False
    """Start even if the application's role owns the tables; health reports it."""
    allow_database_without_tls: bool = False
    """Allow a database across the network without TLS. Health reports all `allow_` settings in effect."""

    demo: bool = False
    """Demonstration network and sign-in provider; loopback only."""

    oidc_issuer: str | None = None
    oidc_client_id: str = "wardline-web"
    oidc_audience: str = "wardline-api"
    oidc_user_claim: str = "sub"
    """The token claim that identifies the user; compared with the user's ``subject``."""
    oidc_token_hours: int = Field(default=24, ge=1, le=168)
    """The longest lifetime of an access token; one that is valid for longer is refused."""
    allow_http_issuer: bool = False
    """Allow a provider across the network whose keys are fetched without TLS."""
    step_up: StepUps = ""
    """Comma-separated operations that ask for a fresh sign-in at the provider: sign, fax, export, grant, breakGlass."""
    step_up_minutes: int = Field(default=5, ge=1, le=720)
    """How old a fresh sign-in may be."""
    emergency_access_minutes: int | None = Field(default=None, ge=0, le=720)
    """For how long emergency access lasts; 0 for none at all, which is the default outside the demonstration."""
    privacy_officer: str | None = Field(default=None, max_length=254, pattern=r"^[^@\s,;]+@[^@\s,;]+\.[^@\s,;]+$")
    """The e-mail address that is told of each emergency access."""
    step_up_acr: str = Field(default="", max_length=255, pattern=r"^[!#-\[\]-~ ]*$")
    """The authentication contexts (`acr`) of which one is required then, separated by spaces; empty for any."""
    oidc_provider_name: str = "Single sign-on"
    oidc_invite_policy: str | None = None
    scim_secrets_file: Path | None = None
    """The secrets with which identity providers keep people and groups up to date over SCIM; without it, none can."""
    oidc_invite_secret: SecretStr | None = Field(default=None, min_length=32)
    """Signs the tokens of invitations (HS256); the provider's policy has the same secret."""
    invitation_days: int = Field(default=7, ge=1, le=90)
    """For how many days an invitation is good."""
    mass_change_percent: float = Field(default=5, ge=0, le=100)
    """The share of an organization's active people who may lose something at once without a confirmation."""

    fhir_url: str | None = None
    allow_http_fhir: bool = False
    """Allow reading the census and filing notes across the network without TLS."""
    fhir_timeout: float = Field(default=10.0, gt=0)
    """Seconds before a census request counts as timed out."""
    fhir_client_id: str | None = None
    """The client id of the SMART backend service that signs requests to the FHIR server with `fhir_key_file`."""
    fhir_key_file: Path | None = None
    """The service's private key: a JWK (RSA or EC P-384) or a PEM file."""
    fhir_scope: str = "system/Encounter.read system/Location.read system/Patient.read"
    """The scope of the tokens for reading the census."""
    fhir_filing_scope: str = "system/DocumentReference.read system/DocumentReference.write"
    """The scope of the tokens for filing signed notes; requested only if an organization files by FHIR."""
    allow_hl7_without_tls: bool = False
    """Allow sending signed notes to HL7 interfaces across the network without TLS."""
    filing_timeout: float = Field(default=30.0, gt=0)
    """Seconds before filing a document in an EHR counts as timed out."""

    fax_api_key: SecretStr | None = None
    """The API key of the Telnyx account that sends faxes. Set all four `fax_` settings of the account, or none."""
    fax_connection_id: str | None = None
    """The account's fax application."""
    fax_from: str | None = None
    """The number from which faxes are sent, in E.164 format: +15550100100."""
    fax_public_key: str | None = None
    """The Ed25519 public key, in base64, that verifies the account's status callbacks."""
    fax_url: str = "https://api.telnyx.com/v2"

    phone_api_key: SecretStr | None = None
    """The API key of the Telnyx account that sends texts and places calls. Set all four `phone_` settings, or none."""
    phone_connection_id: str | None = None
    """The account's Voice API application."""
    phone_from: str | None = None
    """The number for texts and calls, in E.164 format, registered for texts (10DLC or toll-free)."""
    phone_public_key: str | None = None
    """The Ed25519 public key, in base64, that verifies the account's callbacks."""
    phone_url: str = "https://api.telnyx.com/v2"

    mail_host: str | None = None
    """The mail server for e-mail to users; without one, there is none."""
    mail_port: int = Field(default=587, ge=1, le=65535)
    mail_tls: Literal["starttls", "tls", "none"] = "starttls"
    """How the connection is encrypted: after STARTTLS, from the start, or not at all."""
    allow_mail_without_tls: bool = False
    """Allow a mail server across the network without TLS."""
    mail_user: str | None = None
    mail_password: SecretStr | None = None
    mail_from: str | None = None
    """The sender's address."""
    mail_timeout: float = Field(default=10.0, gt=0)
    """Seconds before an operation of the mail server counts as timed out."""
    push_key_file: Path | None = None
    """The private key (PEM, P-256) that identifies the installation to push services; by default, it makes its own."""
    push_contact: ContactAddress | None = None
    """Whom operators of push services can ask about our pushes (``mailto:`` or https); by default, `public_url`."""
    push_services: HostPatterns = (
        "fcm.googleapis.com, *.push.services.mozilla.com, *.push.apple.com, *.notify.windows.com"
    )
    """Comma-separated hosts of push services to which pushes may be sent; ``*.`` stands for all names below."""

    calendar_hosts: HostPatterns = ""
    """Comma-separated hosts from which call schedules may import calendars, as in `push_services`; empty for none."""

    idle_minutes: int = Field(default=15, ge=1, le=720)
    """Minutes of inactivity in a browser before its user is signed out."""
    note_idle_minutes: int = Field(default=15, ge=1, le=720)
    """Minutes of inactivity in an open note before it is saved and closed, and its lock is released."""
    background_jobs: bool = True
    """Whether the server runs background jobs too; if not, another server or ``wardline worker`` must run them."""
    requests_per_minute: int = Field(default=600, ge=0)
    """The rate limit per user for each costly kind of request; 0 for no limit."""
    paper: Literal["us-letter", "a4"] = "us-letter"
    """The page size of documents."""
    trusted_proxies: str = "127.0.0.1"
    """Comma-separated addresses of proxies that are trusted to report the client's address."""
    allow_any_proxy: bool = False
    """Allow `trusted_proxies` to include every address."""
    log_format: Literal["json", "text"] = "json"
    metrics_token: str | None = Field(default=None, min_length=16)
    """The bearer token for /metrics; without one, /metrics is off."""

    backup_number: str | None = None
    """The phone number called when nobody answers, as (555) 010-0100; for lines without a policy of their own."""
    page_audit_seconds: int = Field(default=60, ge=10, le=3600)
    """The pause between two runs of the auditor of pages."""
    heartbeat_url: HeartbeatAddress | None = None
    """Requested after each run of the auditor of pages that found nothing; secret, since it may be forged otherwise."""

    audit_key_file: Path | None = None
    """The Ed25519 private key (PEM) that signs checkpoints of the audit trail; without it, there are none."""
    audit_trusted_keys_file: Path | None = None
    """Public keys of earlier signing keys that `wardline audit verify` also trusts: one base64 line each."""
    audit_checkpoint_minutes: int = Field(default=5, ge=1, le=1440)
    """Minutes between checkpoints while entries are added."""
    audit_witnesses: str | None = None
    """Comma-separated external witnesses of entries and checkpoints: ``file:///…``, ``syslog+tls://…``, ``https://…``."""
    audit_witness_token: SecretStr | None = None
    """Comma-separated bearer tokens of the https witnesses, in their order; empty for none."""
    allow_witnesses_without_tls: bool = False
    """Allow witnesses across the network without TLS."""

    turn_urls: str | None = None
    """Comma-separated TURN servers for calls in the app: ``turn:turn.example:3478?transport=udp``."""
    turn_secret: SecretStr | None = None
    """The secret shared with the TURN servers, for credentials that expire (coturn's ``static-auth-secret``)."""
    turn_only: bool = False
    """Calls use the TURN servers only, for networks that forbid direct connections between computers."""
    media: Literal["mesh", "janus", "auto"] = "mesh"
    """How audio and video of calls travel: from browser to browser, or through the Janus server; ``auto``: from browser
    to browser, until there are too many for that."""
    janus_url: JanusAddress | None = None
    """Janus for browsers: ``wss://janus.example/ws``. Set all three `janus_` settings, or none."""
    janus_api_url: ApiAddress | None = None
    """Janus for this server, which makes the rooms over its HTTP API: ``http://127.0.0.1:8088/janus``."""
    janus_admin_key: SecretStr | None = None
    """The `admin_key` of Janus' VideoRoom plugin, without which nobody can make rooms."""
    vidyo_join_url: RoomAddress | None = None
    """The URL of a Vidyo room, with ``{room}`` for the name that the location defines."""
    bluestream_host_url: RoomAddress | None = None
    """The URL for the host of a consult's Bluestream room, with ``{room}`` for its id; by default the join URL."""
    bluestream_join_url: RoomAddress | None = None
    core_video_host_url: RoomAddress | None = None
    """Like `bluestream_host_url`, for the core video room."""
    core_video_join_url: RoomAddress | None = None
    allow_http_video: bool = False
    """Allow video rooms without TLS."""

    support_phone: str = "(555) 010-0100"
    terms_url: str = "/help#terms"
    privacy_url: str = "/help#privacy"
    admin_url: str = "/admin"
    reporting_url: str = "/reporting"

    @property
    def standard_backup_number(self) -> str:
        """`backup_number`, or a made-up one in the demonstration; nothing else starts without (`wardline.startup`)."""
        return self.backup_number or _DEMONSTRATION_BACKUP_NUMBER

    @property
    def listen_address(self) -> str:
        """The host and port of the server's socket, as in a URL."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{host}:{self.port}"

    @property
    def origin(self) -> str:
        """The public URL without a trailing slash."""
        return without_trailing_slash(self.public_url or f"http://{self.listen_address}")

    @property
    def allowed_hosts(self) -> frozenset[str]:
        """The canonical hosts that the server responds to; all loopback names if the public URL has one of them."""
        own = url_host(self.origin) or ""
        further = (canonical_host(name.strip()) for name in self.further_hosts.split(","))
        return frozenset({own, *further, *(LOOPBACK_NAMES if is_loopback(own) else ())} - {""})

    @property
    def push_service_names(self) -> list[str]:
        """`push_services` as a list, in lowercase."""
        return names_of(self.push_services)

    @property
    def calendar_host_names(self) -> list[str]:
        """`calendar_hosts` as a list, in lowercase."""
        return names_of(self.calendar_hosts)

    @property
    def witness_addresses(self) -> list[str]:
        """`audit_witnesses` as a list."""
        return [part.strip() for part in (self.audit_witnesses or "").split(",") if part.strip()]

    @property
    def issuer(self) -> str | None:
        """The OpenID provider's issuer; in a demonstration without another provider, the built-in one's."""
        if self.oidc_issuer is None and self.demo:
            return f"{self.origin}/demo-identity"
        return self.oidc_issuer

    @property
    def step_up_operations(self) -> frozenset[StepUp]:
        """`step_up` as a set."""
        names = names_of(self.step_up)
        return frozenset(operation for operation in StepUp if operation.lower() in names)

    @property
    def emergency_access_lifetime(self) -> timedelta:
        """`emergency_access_minutes` as a duration; none for none at all."""
        minutes = self.emergency_access_minutes
        return timedelta(minutes=minutes if minutes is not None else 60 if self.demo else 0)

    @property
    def max_token_lifetime(self) -> timedelta:
        """`oidc_token_hours` as a duration."""
        return timedelta(hours=self.oidc_token_hours)

    @property
    def invite_policy(self) -> str | None:
        """The provider's sign-up policy for `/invite`; the built-in provider always has one."""
        if self.oidc_issuer is None and self.demo:
            return self.oidc_invite_policy or "invitation"
        return self.oidc_invite_policy

    @property
    def invite_secret(self) -> SecretStr | None:
        """What signs invitations; the built-in provider asks nobody for a password, so its secret need not be one."""
        if self.oidc_issuer is None and self.demo:
            return self.oidc_invite_secret or SecretStr("the demonstration has no secrets to keep")
        return self.oidc_invite_secret
