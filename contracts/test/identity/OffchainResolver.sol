// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// A resolver whose answers are behind gateways (ERC-3668).
contract OffchainResolver {
    error OffchainLookup(address sender, string[] urls, bytes callData, bytes4 callback, bytes extraData);

    string[] private urls;

    constructor(string[] memory urls_) {
        urls = urls_;
    }

    function addr(bytes32 node) external view returns (address) {
        revert OffchainLookup(address(this), urls, abi.encode(node), this.finish.selector, "");
    }

    function finish(bytes calldata response, bytes calldata) external pure returns (address) {
        return abi.decode(response, (address));
    }
}
