"""Users and groups as SCIM resources: only the attributes that the product keeps. Others are accepted and ignored."""

from collections.abc import Mapping
from http import HTTPStatus
from typing import Annotated, Any, ClassVar, Final

from pydantic import Field
from scim2_models import (
    URN,
    AuthenticationScheme,
    Bulk,
    CaseExact,
    ChangePassword,
    ComplexAttribute,
    Context,
    ETag,
    Filter,
    ListResponse,
    Mutability,
    NotFoundException,
    Patch,
    Reference,
    Required,
    Resource,
    ResponseParameters,
    Schema,
    ScimPolicy,
    ScimProvider,
    ServiceProviderConfig,
    Sort,
    Uniqueness,
)
from scim2_server.responses import ScimResponse
from scim2_server.service import ScimService

MAX_RESULTS: Final = 200


class Name(ComplexAttribute):
    formatted: str | None = None
    family_name: str | None = None
    given_name: str | None = None


class _Listed(ComplexAttribute):
    """A value of which there may be several; addresses are not judged, because nothing is sent to them."""

    value: str | None = None
    type: str | None = None
    primary: bool | None = None


class Email(_Listed):
    pass


class PhoneNumber(_Listed):
    pass


class GroupMembership(ComplexAttribute):
    value: Annotated[str | None, Mutability.read_only, CaseExact.true] = None
    display: Annotated[str | None, Mutability.read_only] = None


class User(Resource[Any]):
    __schema__ = URN("urn:ietf:params:scim:schemas:core:2.0:User")

    user_name: Annotated[str | None, Uniqueness.server, Required.true] = None
    name: Name | None = None
    Name: ClassVar[type[ComplexAttribute]] = Name
    display_name: str | None = None
    title: str | None = None
    active: bool | None = None
    emails: list[Email] | None = None
    Emails: ClassVar[type[ComplexAttribute]] = Email
    phone_numbers: list[PhoneNumber] | None = None
    PhoneNumbers: ClassVar[type[ComplexAttribute]] = PhoneNumber
    groups: Annotated[list[GroupMembership] | None, Mutability.read_only] = None
    Groups: ClassVar[type[ComplexAttribute]] = GroupMembership


class GroupMember(ComplexAttribute):
    value: Annotated[str | None, Mutability.immutable, CaseExact.true] = None
    ref: Annotated[Reference[User] | None, Mutability.immutable] = Field(
        None, serialization_alias="$ref", validation_alias="$ref"
    )


class Group(Resource[Any]):
    __schema__ = URN("urn:ietf:params:scim:schemas:core:2.0:Group")

    display_name: Annotated[str | None, Required.true] = None
    members: list[GroupMember] | None = None
    Members: ClassVar[type[ComplexAttribute]] = GroupMember


POLICY: Final = ScimPolicy(
    unknown=ScimPolicy.Unknown.ignore,
    remove_value_as_filter=ScimPolicy.RemoveValue.apply,
    unmatched_path_filter=ScimPolicy.UnmatchedPathFilter.create,
)
"""What Entra sends without `aadOptscim062020` is understood, too."""

CONFIG: Final = ServiceProviderConfig(
    patch=Patch(supported=True),
    bulk=Bulk(supported=False, max_operations=0, max_payload_size=0),
    filter=Filter(supported=True, max_results=MAX_RESULTS),
    change_password=ChangePassword(supported=False),
    sort=Sort(supported=False),
    etag=ETag(supported=True),
    authentication_schemes=[
        AuthenticationScheme(
            type=AuthenticationScheme.Type.oauthbearertoken,
            name="Secret",
            description="The client's secret as a bearer token",
            primary=True,
        )
    ],
)

PROVIDER: Final = ScimProvider(models=[User, Group], config=CONFIG, policy=POLICY)


_EXPECTED: Final = frozenset({"name", "active"})
"""Attributes of which a person always has some, so that they cannot be removed, although a request may omit them."""


def _as_published(schema: Schema) -> Schema:
    published = schema.model_copy(deep=True)
    if published.id == User.__schema__:
        for attribute in published.attributes or ():
            if attribute.name in _EXPECTED:
                attribute.required = Required.true
    return published


class Service(ScimService):
    """Answers PATCH with the resource, as clients expect which do not read it again."""

    def __init__(self) -> None:
        super().__init__(PROVIDER)
        self._published = [_as_published(schema) for schema in PROVIDER.schemas]

    def schemas(self, location: str, query: Mapping[str, str]) -> ScimResponse:
        self.forbid_filter(query)
        count = len(self._published)
        listed = [self.locate(each, f"{location}/{each.id}") for each in self._published]
        response = ListResponse[Schema](total_results=count, items_per_page=count, start_index=1, resources=listed)
        return ScimResponse(HTTPStatus.OK, response.model_dump())

    def schema(self, location: str, schema_id: str, query: Mapping[str, str]) -> ScimResponse:
        self.forbid_filter(query)
        for each in self._published:
            if each.id == schema_id:
                return self.discovery_response(self.locate(each, location))
        raise NotFoundException(detail=f"There is no schema {schema_id!r}")

    def patch_response(
        self, base_url: str, resource: Resource[Any], response_parameters: ResponseParameters[Any]
    ) -> ScimResponse:
        published = self.publish(base_url, resource)
        return self.resource_response(
            published, Context.RESOURCE_REPLACEMENT_RESPONSE, response_parameters, HTTPStatus.OK
        )


SERVICE: Final = Service()
