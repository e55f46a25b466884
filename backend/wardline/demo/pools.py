"""Names and sentences for the demonstration's history. All are fictitious; surnames are plants, birds and weather."""

from typing import Final

GIVEN_NAMES: Final = {
    "female": (
        "Abena",
        "Agnieszka",
        "Alma",
        "Beatriz",
        "Carmen",
        "Chidinma",
        "Dolores",
        "Edith",
        "Fatima",
        "Guadalupe",
        "Hanna",
        "Imani",
        "Jun",
        "Keiko",
        "Lakshmi",
        "Mary Ann",
        "Mei",
        "Nasrin",
        "Olga",
        "Renée",
        "Shanice",
        "Tala",
    ),
    "male": (
        "Ahmed",
        "Bao",
        "Curtis",
        "Dmitri",
        "Earl",
        "Femi",
        "Giuseppe",
        "Hector",
        "Ibrahim",
        "Javier",
        "Kwame",
        "Leroy",
        "Miguel",
        "Nikolai",
        "Otis",
        "Rahul",
        "Sione",
        "Thanh",
        "Virgil",
        "Wendell",
        "Yusuf",
        "Zoltán",
    ),
    "other": ("Ariel", "Kai", "Noor", "Quinn", "River", "Sasha"),
}
SURNAMES: Final = (
    "Alderleaf", "Birchwood", "Bramble", "Cloudberry", "Cranesbill", "Dewberry", "Drizzle", "Elderflower",
    "Fernández-Rain", "Finchley-Reed", "Foxglove", "Frostfern", "Goldfinch", "Hazelnut", "Heatherfield", "Ivyson",
    "Kestrel", "Larkson", "Lavender", "Magpie", "Meadowlark", "Milkweed", "Mistral", "Nightingale", "Nuthatch",
    "O'Hazel", "O'Sorrel", "Oriole", "Peppermint", "Plover", "Primrose", "Quailfeather", "Redstart", "Rowanberry",
    "Sagebrush", "Sandpiper", "Snowdrop", "Sparrowgrass", "Starling-Thorn", "Sundew", "Thistle", "Thunderhead",
    "Treecreeper", "Núñez-Clover", "Whitethorn", "Willowherb", "Windflower", "Woodruff", "Wrenfield", "Yarrow",
)  # fmt: skip

BEDSIDE_COMMENTS: Final = (
    "The cart is in the room and connected.",
    "Patient is back from imaging, images are in PACS.",
    "Family is at the bedside and has questions.",
    "Repeat vitals: BP 148/86, HR 88, RR 18, SpO2 97% on room air.",
    "Labs drawn and sent.",
    "Glucose is 112.",
    "Medication list is now in the chart.",
    "Patient is more awake than an hour ago.",
    "Interpreter is on the line.",
    "The attending would like a call back when you are done.",
)
PROVIDER_COMMENTS: Final = (
    "I am reviewing the chart and will be on video in five minutes.",
    "Looking at the images now.",
    "Please have someone at the bedside who can help with the exam.",
    "Please send the last ECG.",
    "I spoke with the attending; recommendations follow.",
    "Please call back when the labs result.",
    "Seen on video. I will document shortly.",
    "Lost the connection, rejoining.",
)
ALERTS: Final = (
    "Patient is deteriorating, please call now.",
    "Blood pressure dropped to 82/50.",
    "New right arm weakness for the past five minutes.",
    "Patient wants to leave.",
)
BEDSIDE_CANCELLATIONS: Final = (
    "Duplicate request",
    "Patient left before the call",
    "Patient was transferred before the call",
    "Wrong service line chosen",
)
PROVIDER_CANCELLATIONS: Final = (
    "Symptoms resolved before the call, attending agrees",
    "Patient and family declined a virtual visit",
    "Attending no longer needs the consult",
)
PHYSICIANS: Final = ("Dr. Amara Juniper", "Dr. Hugo Larch", "Dr. Priya Sorrel", "Dr. Tomás Wren", "Dr. Ingrid Swift")
OTHER_FACILITIES: Final = ("Bayside University Hospital", "Stonebridge Medical Center")
QA_COMMENTS: Final = (
    "Poor audio for the first few minutes",
    "Waited for the cart",
    "Camera could not be moved remotely",
)
