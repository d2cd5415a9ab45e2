// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

interface Registry {
    function resolver(bytes32 node) external view returns (address);
}

interface BatchGateway {
    struct Query {
        address sender;
        string[] urls;
        bytes data;
    }

    function query(Query[] memory queries) external view returns (bool[] memory failures, bytes[] memory responses);
}

interface NameResolver {
    function name(bytes32 node) external view returns (string memory);
}

/// Stands on a real registry as ENS's own universal resolver (ENSIP-23) does: exact names, and off-chain look-ups
/// through the batch gateway. It believes a reverse record unchecked, so that the service has to check it.
contract LocalUniversalResolver {
    error OffchainLookup(address sender, string[] urls, bytes callData, bytes4 callback, bytes extraData);
    error ResolverNotFound(bytes name);
    error ResolverError(bytes errorData);
    error HttpError(uint16 status, string message);

    Registry private immutable registry;

    constructor(Registry registry_) {
        registry = registry_;
    }

    function resolveWithGateways(bytes calldata name, bytes calldata data, string[] calldata gateways)
        external
        view
        returns (bytes memory, address)
    {
        address resolver = registry.resolver(namehash(name, 0));
        if (resolver == address(0)) revert ResolverNotFound(name);
        (bool success, bytes memory result) = resolver.staticcall(data);
        if (success) return (result, resolver);
        if (bytes4(result) != OffchainLookup.selector) revert ResolverError(result);

        (address sender, string[] memory urls, bytes memory callData, bytes4 callback, bytes memory extraData) =
            abi.decode(withoutSelector(result), (address, string[], bytes, bytes4, bytes));
        BatchGateway.Query[] memory queries = new BatchGateway.Query[](1);
        queries[0] = BatchGateway.Query(sender, urls, callData);
        revert OffchainLookup(
            address(this),
            gateways,
            abi.encodeCall(BatchGateway.query, (queries)),
            this.finish.selector,
            abi.encode(resolver, callback, extraData)
        );
    }

    function finish(bytes calldata response, bytes calldata extraData) external view returns (bytes memory, address) {
        (bool[] memory failures, bytes[] memory responses) = abi.decode(response, (bool[], bytes[]));
        if (failures[0]) revert ResolverError(responses[0]);
        (address resolver, bytes4 callback, bytes memory inner) = abi.decode(extraData, (address, bytes4, bytes));
        (bool success, bytes memory result) = resolver.staticcall(abi.encodeWithSelector(callback, responses[0], inner));
        if (!success) revert ResolverError(result);
        return (result, resolver);
    }

    function reverseWithGateways(bytes calldata account, uint256 coinType, string[] calldata)
        external
        view
        returns (string memory, address, address)
    {
        // ENSIP-19: Ethereum's is addr.reverse, any other chain's its coin type in hexadecimal.
        bytes memory coin = coinType == 60 ? bytes("addr") : shortHexOf(coinType);
        bytes32 reverse = keccak256(abi.encode(keccak256(abi.encode(bytes32(0), keccak256("reverse"))), keccak256(coin)));
        bytes32 node = keccak256(abi.encode(reverse, keccak256(hexOf(account))));
        address resolver = registry.resolver(node);
        if (resolver == address(0)) revert ResolverNotFound(account);
        return (NameResolver(resolver).name(node), resolver, resolver);
    }

    function namehash(bytes calldata name, uint256 start) private pure returns (bytes32) {
        uint256 length = uint8(name[start]);
        if (length == 0) return 0;
        return keccak256(abi.encode(namehash(name, start + 1 + length), keccak256(name[start + 1:start + 1 + length])));
    }

    function hexOf(bytes calldata account) private pure returns (bytes memory text) {
        bytes16 digits = "0123456789abcdef";
        text = new bytes(account.length * 2);
        for (uint256 i = 0; i < account.length; i++) {
            text[2 * i] = digits[uint8(account[i]) >> 4];
            text[2 * i + 1] = digits[uint8(account[i]) & 15];
        }
    }

    function shortHexOf(uint256 number) private pure returns (bytes memory text) {
        bytes16 digits = "0123456789abcdef";
        uint256 length = 1;
        while (number >> (4 * length) != 0) length++;
        text = new bytes(length);
        for (uint256 i = length; i > 0; i--) {
            text[i - 1] = digits[number & 15];
            number >>= 4;
        }
    }

    function withoutSelector(bytes memory data) private pure returns (bytes memory rest) {
        rest = new bytes(data.length - 4);
        for (uint256 i = 0; i < rest.length; i++) rest[i] = data[i + 4];
    }
}
